import ICalendar
import ReminderExpansion
import ReminderOptions

extension CompilerOptions {
  /// Returns the options with rules that match a reminder, as on the command line: those that
  /// include it and those that decide its texts and times.
  func namesOfRules(about reminder: Reminder) -> [String] {
    let components = reminder.expansion.series.components
    let own = components.map { ($0, $0.alarm(at: reminder.alarm.place)) }
    let isDefault = own.contains { component, alarm in
      guard let alarm else { return false }
      return alarm == allDayAlarm.map { Alarm(at: $0, onDayOf: component) }
        || ruledDefaultAlarms.contains { $0.alarm(for: component) == alarm }
    }
    return rules.filter { named in
      switch named.option {
      case "ignore", "ignore-alarms": false
      case "default-alarm", "all-day-alarm": isDefault && matches(named.rule, alarms: own.prefix(1))
      case "level": own.contains { levelRule(for: $0, $1)?.rule == named.rule }
      case "quiet-hours":
        own.contains { quietHoursRule(for: $0, $1)?.rule == named.rule }
      case "body": own.contains { bodyRule(for: $0, $1)?.rule == named.rule }
      case "move-all-day":
        !isDefault && own.contains { $1?.isMoved ?? false } && matches(named.rule, alarms: own[...])
      default: matches(named.rule, alarms: own[...])
      }
    }.map(\.phrase)
  }

  private func matches(
    _ rule: ReminderRule, alarms: ArraySlice<(CalendarComponent, Alarm?)>
  ) -> Bool {
    alarms.contains { rule.matches($0, alarm: $1, user: user) }
  }
}

extension Alarm {
  /// Whether the alarm is due at a time of day.
  ///
  /// Only options make such alarms, not calendars.
  fileprivate var isMoved: Bool {
    if case .timeOfDay = trigger { true } else { false }
  }
}
