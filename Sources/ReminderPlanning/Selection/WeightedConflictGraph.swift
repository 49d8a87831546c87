import CivilTime

/// A conflict graph with weighted vertices: the triggers as plain numbers for the independent set
/// search.
///
/// The edges are stored as compressed sparse rows (adjacency arrays).
struct WeightedConflictGraph {
  /// The primary weight of independent sets, apart from the slots that they save.
  enum Objective {
    /// No further weight.
    case slots
    /// Answered fires before the next renewal, then as for the horizon.
    case renewal
    /// Answered fires before the horizon, then few removals, many repeating triggers and long
    /// proofs.
    case horizon
    /// Triggers that need no removal, then as for the horizon.
    case permanence
  }

  /// A trigger with its weights.
  struct Vertex {
    /// The trigger's own `removeBy`; the end of time for never.
    let end: Instant
    /// The number of fires before `end` and the horizon that it answers.
    let answered: Int
    /// The number of them before the instant up to which slots are saved.
    let answeredEarly: Int
    /// The number of them before the next renewal.
    let answeredSoon: Int
    let isPending: Bool
    /// One bit for the place of its identifier in ascending order.
    let order: SIMD2<UInt64>
  }

  /// A conflict, as seen from one of its two triggers.
  struct Edge {
    let other: Int
    /// The first instant at which both fire.
    let at: Instant
    /// The number of fires before `at` that the trigger answers, and that the other answers.
    let answered: Int
    let otherAnswered: Int
  }

  let vertices: [Vertex]
  private let edges: Edges
  let objective: Objective
  /// The earliest instant at which a trigger can be removed.
  let firstRemoval: Instant
  /// The most triggers that a cover can use.
  let slots: Int
  let bound: SavingsBound

  init(
    _ vertices: [Vertex], _ edges: Edges, objective: Objective, firstRemoval: Instant, slots: Int,
    bound: SavingsBound
  ) {
    self.vertices = vertices
    self.edges = edges
    self.objective = objective
    self.firstRemoval = firstRemoval
    self.slots = slots
    self.bound = bound
  }

  func edges(of index: Int) -> ArraySlice<Edge> { edges.of(index) }
}

extension WeightedConflictGraph {
  /// The edges of a graph, which all searches of a group share.
  struct Edges: Sendable {
    /// The edges of all triggers, in order of trigger.
    private var edges: [Edge] = []
    /// The index of each trigger's first edge, and finally the number of edges.
    private var firstEdge = [0]

    init(of graph: ConflictGraph) {
      edges.reserveCapacity(graph.conflicts.reduce(0) { $0 + $1.count })
      for (index, own) in graph.conflicts.enumerated() {
        edges += own.map { conflict in
          Edge(
            other: conflict.other, at: conflict.at,
            answered: graph.triggers[index].answered.before(conflict.at),
            otherAnswered: graph.triggers[conflict.other].answered.before(conflict.at))
        }
        firstEdge.append(edges.count)
      }
    }

    func of(_ index: Int) -> ArraySlice<Edge> { edges[firstEdge[index]..<firstEdge[index + 1]] }
  }
}

extension WeightedConflictGraph {
  /// Returns the connected components of some triggers, by breadth-first search (Cormen, Leiserson,
  /// Rivest and Stein, "Introduction to Algorithms", chapter "Elementary Graph Algorithms").
  ///
  /// - Parameters:
  ///   - members: The triggers.
  ///   - uses: The use of each trigger. A trigger cannot conflict after its end.
  /// - Returns: The triggers without conflicts, and the components with more than one trigger.
  func components(
    of members: [Int], uses: [TriggerUse]
  ) -> (isolated: [Int], connected: [[Int]]) {
    var isLeft = Array(repeating: false, count: uses.count)
    for index in members { isLeft[index] = true }
    var components: (isolated: [Int], connected: [[Int]]) = ([], [])
    var component: [Int] = []
    for index in members where isLeft[index] {
      isLeft[index] = false
      component.append(index)
      var next = 0
      while next < component.count {
        let current = component[next]
        for edge in edges(of: current)
        where isLeft[edge.other]
          && edge.at < min(uses[current].end, uses[edge.other].end)
        {
          isLeft[edge.other] = false
          component.append(edge.other)
        }
        next += 1
      }
      if component.count == 1 {
        components.isolated.append(index)
      } else {
        components.connected.append(component)
      }
      component.removeAll(keepingCapacity: true)
    }
    return components
  }
}
