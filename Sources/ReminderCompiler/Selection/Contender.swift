import CivilTime
import NotificationTriggers

/// What competes for slots as one: the fires of a reminder that have one level, or an overdue
/// to-do.
///
/// The allotments of a contender are a class of the multiple-choice knapsack problem. A reminder
/// whose fires differ in level is several: a critical occurrence must not be weighed together with
/// the passive ones of its series.
struct Contender: Sendable {
  /// What a contender is about.
  enum Subject: Sendable {
    /// Groups of a reminder, as indices into those that are selected from, first alerts before
    /// repeats; nil for all of them.
    case groups(reminder: Int, [Int]?)
    /// An overdue to-do, as an index into those that are selected from.
    case overdue(Int)
  }

  /// What it is about.
  let subject: Subject
  /// How much it may interrupt.
  let level: InterruptionLevel
}

extension Contender {
  /// All contenders of reminders and to-dos.
  static func all(
    of reminders: [LoweredReminder], overdue: [OverdueToDo]
  ) -> [Contender] {
    let contenders = reminders.indices.flatMap { index -> [Contender] in
      let groups = reminders[index].groups
      guard let first = groups.first else { return [] }
      let level = first.group.content.interruptionLevel
      guard !groups.allSatisfy({ $0.group.content.interruptionLevel == level }) else {
        return [Contender(subject: .groups(reminder: index, nil), level: level)]
      }
      let byLevel = Dictionary(grouping: groups.indices) {
        groups[$0].group.content.interruptionLevel
      }
      return byLevel.sorted { $0.key < $1.key }.map { level, groups in
        Contender(subject: .groups(reminder: index, groups), level: level)
      }
    }
    return contenders
      + overdue.indices.map {
        Contender(subject: .overdue($0), level: overdue[$0].content.interruptionLevel)
      }
  }
}
