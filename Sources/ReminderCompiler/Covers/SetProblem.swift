import CivilTime

/// What a search for independent sets needs to know of a graph's triggers, as plain numbers.
struct SetProblem {
  /// What ways to use triggers are compared by, beside the slots that they save.
  enum Goal {
    /// Nothing else.
    case slots
    /// Fires before the next renewal, then as for the horizon.
    case renewal
    /// Fires before the horizon, then what is few, repeats and stays.
    case horizon
    /// Triggers that need not be taken away, then as for the horizon.
    case permanence
  }

  /// A trigger.
  struct Node {
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
  let nodes: [Node]
  /// The conflicts of all triggers, one trigger after another.
  private let conflicts: [Conflict]
  private let firstMeeting: [Int]
  /// What ways are compared by.
  let goal: Goal
  /// From when on a trigger can be taken away.
  let firstRemoval: Instant
  /// The most triggers that are of use.
  let slots: Int
  /// Whether a trigger that has to be taken away counts against a way.
  let avoidsRemovals: Bool
  /// The fires of each trigger.
  let unions: FireUnions

  /// Makes a problem of a graph.
  ///
  /// - Parameters:
  ///   - graph: The triggers, and which of them meet.
  ///   - nodes: What each of them is worth.
  ///   - goal: What ways are compared by.
  ///   - firstRemoval: From when on a trigger can be taken away.
  ///   - slots: The most triggers that are of use.
  ///   - avoidsRemovals: Whether a trigger that has to be taken away counts against a way.
  ///   - unions: The fires of each trigger.
  init(
    _ graph: ConflictGraph, _ nodes: [Node], goal: Goal, firstRemoval: Instant, slots: Int,
    avoidsRemovals: Bool, unions: FireUnions
  ) {
    self.nodes = nodes
    self.goal = goal
    self.firstRemoval = firstRemoval
    self.slots = slots
    self.avoidsRemovals = avoidsRemovals
    self.unions = unions
    var conflicts: [Conflict] = []
    var firstMeeting = [0]
    for (index, own) in graph.conflicts.enumerated() {
      conflicts += own.map { conflict in
        Conflict(
          other: conflict.other, at: conflict.at,
          answered: graph.triggers[index].answered.before(conflict.at),
          otherAnswered: graph.triggers[conflict.other].answered.before(conflict.at))
      }
      firstMeeting.append(conflicts.count)
    }
    self.conflicts = conflicts
    self.firstMeeting = firstMeeting
  }

  /// The conflicts of a trigger.
  func conflicts(of index: Int) -> ArraySlice<Conflict> {
    conflicts[firstMeeting[index]..<firstMeeting[index + 1]]
  }
}
