import ICalendar

extension CompilerOptions {
  /// The options whose rules are about a reminder, as a person types them: those that let it
  /// through, and those that decide what it says and when.
  ///
  /// - Parameter reminder: The reminder.
  /// - Returns: The options, in the order of the manual.
  func namesOfRules(about reminder: Reminder) -> [String] {
    let components = reminder.expansion.series.components
    let place = reminder.alarm.place
    let own = components.map { component in
      (
        component,
        place.flatMap { component.alarms.indices.contains($0) ? component.alarms[$0] : nil }
      )
    }
    let isDefault = own.contains { _, alarm in
      guard let alarm else { return false }
      return alarm == allDayAlarm.map { Alarm(.timeOfDay($0)) }
        || ruledDefaultAlarms.contains { ruled in
          [true, false].contains { ruled.alarm(onWholeDays: $0) == alarm }
        }
    }
    return rules.filter { named in
      switch named.option {
      case "ignore", "ignore-alarms": false
      case "default-alarm", "all-day-alarm": isDefault && matches(named.rule, own.prefix(1))
      case "level": own.contains { levelRule(for: $0, $1)?.rule == named.rule }
      case "quiet-hours":
        own.contains { quietHoursRule(for: $0, $1)?.rule == named.rule }
      case "body": own.contains { bodyRule(for: $0, $1)?.rule == named.rule }
      case "move-all-day":
        !isDefault && own.contains { $1?.isMoved ?? false } && matches(named.rule, own[...])
      default: matches(named.rule, own[...])
      }
    }.map(\.phrase)
  }

  private func matches(
    _ rule: ReminderRule, _ alarms: ArraySlice<(CalendarComponent, Alarm?)>
  ) -> Bool {
    alarms.contains { rule.matches($0, $1, user) }
  }
}

extension Alarm {
  /// Whether it is due at a time of day, which no calendar says of itself.
  fileprivate var isMoved: Bool {
    if case .timeOfDay = trigger { true } else { false }
  }
}
