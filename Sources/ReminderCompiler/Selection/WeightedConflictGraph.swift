import CivilTime

/// A conflict graph whose vertices have weights: what a search for independent sets needs to know
/// of triggers, as plain numbers.
///
/// Its edges stand one vertex after another, with where those of each begin: adjacency arrays, also
/// known as compressed sparse rows.
struct WeightedConflictGraph {
  /// What independent sets are compared by, beside the slots that they save.
  enum Objective {
    /// Nothing else.
    case slots
    /// Fires before the next renewal, then as for the horizon.
    case renewal
    /// Fires before the horizon, then what is few, repeats and stays.
    case horizon
    /// Triggers that need not be taken away, then as for the horizon.
    case permanence
  }

  /// A trigger, with what it is worth.
  struct Vertex {
    /// When it has to be taken away anyway; the end of time for never.
    let end: Instant
    /// The fires that it answers until then, before the horizon.
    let answered: Int
    /// How many of them lie before the instant up to which slots are saved.
    let answeredEarly: Int
    /// How many of them lie before the next renewal.
    let answeredSoon: Int
    let isPending: Bool
    /// The place of its identifier, as a bit.
    let order: SIMD2<UInt64>
  }

  /// An edge of the graph, as one of its triggers sees it: that it conflicts with another.
  struct Edge {
    /// The other trigger, as an index.
    let other: Int
    /// The first instant at which both fire.
    let at: Instant
    /// How many fires the trigger answers until then, and how many the other.
    let answered: Int
    let otherAnswered: Int
  }

  /// The triggers.
  let vertices: [Vertex]
  /// The edges of all triggers, one trigger after another.
  private let edges: [Edge]
  /// Where those of each trigger begin; last where all end.
  private let firstEdge: [Int]
  /// What sets are compared by.
  let objective: Objective
  /// From when on a trigger can be taken away.
  let firstRemoval: Instant
  /// The most triggers that are of use.
  let slots: Int
  /// What triggers can save together at most.
  let bound: SavingsBound

  /// Gives weights to a graph.
  init(
    _ graph: ConflictGraph, _ vertices: [Vertex], objective: Objective, firstRemoval: Instant,
    slots: Int, bound: SavingsBound
  ) {
    self.vertices = vertices
    self.objective = objective
    self.firstRemoval = firstRemoval
    self.slots = slots
    self.bound = bound
    var edges: [Edge] = []
    var firstEdge = [0]
    for (index, own) in graph.conflicts.enumerated() {
      edges += own.map { conflict in
        Edge(
          other: conflict.other, at: conflict.at,
          answered: graph.triggers[index].answered.before(conflict.at),
          otherAnswered: graph.triggers[conflict.other].answered.before(conflict.at))
      }
      firstEdge.append(edges.count)
    }
    self.edges = edges
    self.firstEdge = firstEdge
  }

  /// The edges of a trigger.
  func edges(of index: Int) -> ArraySlice<Edge> {
    edges[firstEdge[index]..<firstEdge[index + 1]]
  }
}

extension WeightedConflictGraph {
  /// The connected components of some of the triggers, by breadth-first search (Cormen, Leiserson,
  /// Rivest and Stein, "Introduction to Algorithms", chapter "Elementary Graph Algorithms").
  ///
  /// - Parameters:
  ///   - members: The triggers.
  ///   - uses: Until when each trigger can be used: behind that it conflicts with no other.
  /// - Returns: Triggers without conflicts, and the components of more than one.
  func components(
    of members: [Int], _ uses: [TriggerUse]
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
