import CivilTime
import NotificationTriggers

/// A unit that competes for slots: the fires of a reminder that have one interruption level, or an
/// overdue to-do.
///
/// The allotments of a contender are one class of the multiple-choice knapsack problem. A reminder
/// whose fires differ in level makes several contenders, so that a critical occurrence is not
/// weighed together with the passive ones of its series.
struct Contender: Sendable {
  /// The calendar object that a contender represents.
  enum Subject: Sendable {
    /// Groups of a reminder.
    ///
    /// Both are indices into the input of the selection, with first alerts before repeats; nil for
    /// all groups.
    case groups(reminder: Int, [Int]?)
    /// An overdue to-do, as an index into the input of the selection.
    case overdue(Int)
  }

  let subject: Subject
  let level: InterruptionLevel
}

extension Contender {
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
