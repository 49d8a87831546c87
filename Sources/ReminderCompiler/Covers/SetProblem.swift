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
  struct Meeting {
    let other: Int
    let at: Instant
    /// How many fires the trigger answers until then, and how many the other.
    let answered: Int
    let otherAnswered: Int
  }

  /// The triggers.
  let nodes: [Node]
  /// The meetings of all triggers, one trigger after another.
  private let meetings: [Meeting]
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
    _ graph: TriggerGraph, _ nodes: [Node], goal: Goal, firstRemoval: Instant, slots: Int,
    avoidsRemovals: Bool, unions: FireUnions
  ) {
    self.nodes = nodes
    self.goal = goal
    self.firstRemoval = firstRemoval
    self.slots = slots
    self.avoidsRemovals = avoidsRemovals
    self.unions = unions
    var meetings: [Meeting] = []
    var firstMeeting = [0]
    for (index, own) in graph.meetings.enumerated() {
      meetings += own.map { meeting in
        Meeting(
          other: meeting.other, at: meeting.at,
          answered: graph.triggers[index].answered.before(meeting.at),
          otherAnswered: graph.triggers[meeting.other].answered.before(meeting.at))
      }
      firstMeeting.append(meetings.count)
    }
    self.meetings = meetings
    self.firstMeeting = firstMeeting
  }

  /// The meetings of a trigger.
  func meetings(of index: Int) -> ArraySlice<Meeting> {
    meetings[firstMeeting[index]..<firstMeeting[index + 1]]
  }
}
