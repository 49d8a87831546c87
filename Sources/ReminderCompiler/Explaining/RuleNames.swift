import ICalendar
import ReminderExpansion
import ReminderOptions

extension CompilerOptions {
  /// Returns the options with rules that apply to a reminder, as on the command line: those that
  /// include it and those that decide its texts and times.
  func namesOfRules(about reminder: Reminder) -> [String] {
    let own = reminder.expansion.series.components.map { ($0, $0.alarm(at: reminder.alarm.place)) }
    return rules.filter { named in
      switch named.option {
      case "ignore", "ignore-alarms": false
      case "default-alarm", "all-day-alarm", "move-all-day":
        own.contains { $1?.origin == named.origin }
      case "level": own.contains { levelRule(for: $0, $1)?.description == named.text }
      case "quiet-hours": own.contains { quietHoursRule(for: $0, $1)?.description == named.text }
      case "body": own.contains { bodyRule(for: $0, $1)?.rule == named.rule }
      case "sound": own.contains { soundRule(for: $0, $1)?.rule == named.rule }
      default: own.contains { named.rule.matches($0, alarm: $1, user: user) }
      }
    }.map(\.phrase)
  }
}
