import CivilTime

/// A conflict graph with weighted vertices: the triggers as plain numbers for the independent set
/// search.
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

  let vertices: [Vertex]
  private let edges: ConflictGraph.Edges
  let objective: Objective
  /// The earliest instant at which a trigger can be removed.
  let firstRemoval: Instant
  /// The most triggers that a cover can use.
  let slots: Int
  let bound: SavingsBound

  init(
    _ vertices: [Vertex], _ edges: ConflictGraph.Edges, objective: Objective,
    firstRemoval: Instant, slots: Int, bound: SavingsBound
  ) {
    self.vertices = vertices
    self.edges = edges
    self.objective = objective
    self.firstRemoval = firstRemoval
    self.slots = slots
    self.bound = bound
  }

  func edges(of index: Int) -> ArraySlice<ConflictGraph.Edge> { edges[index] }
}

extension WeightedConflictGraph {
  /// A connected component of more than one trigger.
  struct Component {
    let members: [Int]
    /// The trigger with the highest degree; among equals, the one that answers most fires.
    let pivot: Int
  }

  /// Returns the connected components of some triggers, by breadth-first search (Cormen, Leiserson,
  /// Rivest and Stein, "Introduction to Algorithms", chapter "Elementary Graph Algorithms").
  ///
  /// - Parameters:
  ///   - members: The triggers.
  ///   - uses: The use of each trigger. A trigger cannot conflict after its end.
  /// - Returns: The triggers without conflicts, and the components with more than one trigger.
  func components(
    of members: [Int], uses: [TriggerUse]
  ) -> (isolated: [Int], connected: [Component]) {
    var isMember = Array(repeating: false, count: uses.count)
    for index in members { isMember[index] = true }
    var isLeft = isMember
    var components: (isolated: [Int], connected: [Component]) = ([], [])
    var found: [Int] = []
    found.reserveCapacity(members.count)
    for index in members where isLeft[index] {
      isLeft[index] = false
      let first = found.count
      var next = first
      found.append(index)
      var pivot = (index: index, degree: -1, answered: 0)
      while next < found.count {
        let current = found[next]
        var degree = 0
        let end = uses[current].end
        for place in edges.places(of: current) {
          let edge = edges.all[place]
          guard isMember[edge.other], edge.at < min(end, uses[edge.other].end) else { continue }
          degree += 1
          guard isLeft[edge.other] else { continue }
          isLeft[edge.other] = false
          found.append(edge.other)
        }
        let answered = vertices[current].answered
        if (degree, answered) > (pivot.degree, pivot.answered) {
          pivot = (current, degree, answered)
        }
        next += 1
      }
      if found.count == first + 1 {
        components.isolated.append(index)
      } else {
        components.connected.append(
          Component(members: Array(found[first...]), pivot: pivot.index))
      }
    }
    return components
  }
}
