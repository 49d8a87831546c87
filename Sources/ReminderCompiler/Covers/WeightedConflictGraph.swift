import CivilTime

/// A conflict graph whose vertices have weights: what a search for independent sets needs to know
/// of triggers, as plain numbers.
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

  /// That a trigger meets another.
  struct Conflict {
    let other: Int
    let at: Instant
    /// How many fires the trigger answers until then, and how many the other.
    let answered: Int
    let otherAnswered: Int
  }

  /// The triggers.
  let vertices: [Vertex]
  /// The conflicts of all triggers, one trigger after another.
  private let conflicts: [Conflict]
  private let firstConflict: [Int]
  /// What sets are compared by.
  let objective: Objective
  /// From when on a trigger can be taken away.
  let firstRemoval: Instant
  /// The most triggers that are of use.
  let slots: Int
  /// Whether a trigger that has to be taken away counts against a set.
  let avoidsRemovals: Bool
  /// What triggers can save together at most.
  let bound: SavingsBound

  /// Gives weights to a graph.
  ///
  /// - Parameters:
  ///   - graph: The triggers, and which of them meet.
  ///   - vertices: What each of them is worth.
  ///   - objective: What sets are compared by.
  ///   - firstRemoval: From when on a trigger can be taken away.
  ///   - slots: The most triggers that are of use.
  ///   - avoidsRemovals: Whether a trigger that has to be taken away counts against a set.
  ///   - bound: What triggers can save together at most.
  init(
    _ graph: ConflictGraph, _ vertices: [Vertex], objective: Objective, firstRemoval: Instant,
    slots: Int,
    avoidsRemovals: Bool, bound: SavingsBound
  ) {
    self.vertices = vertices
    self.objective = objective
    self.firstRemoval = firstRemoval
    self.slots = slots
    self.avoidsRemovals = avoidsRemovals
    self.bound = bound
    var conflicts: [Conflict] = []
    var firstConflict = [0]
    for (index, own) in graph.conflicts.enumerated() {
      conflicts += own.map { conflict in
        Conflict(
          other: conflict.other, at: conflict.at,
          answered: graph.triggers[index].answered.before(conflict.at),
          otherAnswered: graph.triggers[conflict.other].answered.before(conflict.at))
      }
      firstConflict.append(conflicts.count)
    }
    self.conflicts = conflicts
    self.firstConflict = firstConflict
  }

  /// The conflicts of a trigger.
  func conflicts(of index: Int) -> ArraySlice<Conflict> {
    conflicts[firstConflict[index]..<firstConflict[index + 1]]
  }
}
