import CivilTime
import NotificationTriggers
import ReminderExpansion

/// A unit that competes for slots: the fires of a reminder that have one interruption level, or an
/// overdue to-do.
///
/// The allocations of a consumer are one class of the multiple-choice knapsack problem. A reminder
/// whose fires differ in level makes several consumers, so that a critical occurrence is not
/// weighed together with the passive ones of its series.
struct SlotConsumer: Sendable {
  /// The calendar object that a consumer represents.
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

extension SlotConsumer {
  static func all(
    of reminders: [LoweredReminder], overdue: [OverdueToDo]
  ) -> [SlotConsumer] {
    let consumers = reminders.indices.flatMap { index -> [SlotConsumer] in
      let groups = reminders[index].groups
      guard let first = groups.first else { return [] }
      let level = first.group.content.interruptionLevel
      guard !groups.allSatisfy({ $0.group.content.interruptionLevel == level }) else {
        return [SlotConsumer(subject: .groups(reminder: index, nil), level: level)]
      }
      let byLevel = Dictionary(grouping: groups.indices) {
        groups[$0].group.content.interruptionLevel
      }
      return byLevel.sorted { $0.key < $1.key }.map { level, groups in
        SlotConsumer(subject: .groups(reminder: index, groups), level: level)
      }
    }
    return consumers
      + overdue.indices.map {
        SlotConsumer(subject: .overdue($0), level: overdue[$0].content.interruptionLevel)
      }
  }
}

extension SlotConsumer {
  /// Returns the claims of its fires: several if a rule has different levels for them, and if equal
  /// fires ring once.
  func claims(in reminders: [LoweredReminder], overdue: [OverdueToDo]) -> Set<SlotClaim> {
    switch subject {
    case .groups(let reminder, let indices):
      let groups = reminders[reminder].groups
      return (indices ?? Array(groups.indices)).reduce(into: []) {
        $0.formUnion(groups[$1].group.claims)
      }
    case .overdue(let place): return overdue[place].claims
    }
  }
}
