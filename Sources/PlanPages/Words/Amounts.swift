import ReminderCompiler

/// How much a plan misses.
struct Amounts {
  /// The alerts that calendars ask for.
  let asked: Int
  /// First alerts that are missed for good.
  let missed: Int
  /// Repeats that are missed for good.
  let missedRepeats: Int
  /// Alerts that are missed where nobody renews the plan.
  let later: Int
  /// Of how many reminders these are.
  let laterReminders: Int
  /// Alerts that are due at the instant of the plan.
  let dueNow: Int

  /// Counts.
  init(_ chronicle: Chronicle) {
    let plan = chronicle.plan
    let dropped = plan.dropped.filter { $0.reason != .dueNow }
    asked = plan.fireCount
    dueNow = plan.dropped.filter { $0.reason == .dueNow }.reduce(0) { $0 + $1.count }
    guard case .within = chronicle.renewals else {
      (missed, missedRepeats) = (chronicle.verdict.missedFirst, chronicle.verdict.missedRepeats)
      (later, laterReminders) = (0, 0)
      return
    }
    func soon(_ reason: DroppedFires.Reason) -> Int {
      dropped.filter { $0.reason == reason }.reduce(0) { $0 + $1.countBeforeRenewal }
    }
    missed = soon(.limit)
    missedRepeats = soon(.repeatLimit)
    let late = dropped.filter { $0.count > $0.countBeforeRenewal }
    later = late.reduce(0) { $0 + $1.count - $1.countBeforeRenewal }
    laterReminders = Set(late.map(\.reminder)).count
  }

  /// `1 alert`, `3 alerts`.
  static func alerts(_ number: Int) -> String { EnglishNames.count(number, "alert") }

  /// `comes`, `come`.
  static func come(_ number: Int) -> String { number == 1 ? "comes" : "come" }

  /// `is`, `are`.
  static func are(_ number: Int) -> String { number == 1 ? "is" : "are" }
}
