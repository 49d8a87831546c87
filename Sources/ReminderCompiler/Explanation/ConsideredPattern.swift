package import CivilTime
package import NotificationTriggers

/// A repeating pattern that would answer a fire, held against all that is asked for.
package struct ConsideredPattern: Sendable {
  /// The pattern.
  package let pattern: CalendarPattern
  /// Its first fire that nobody asked for; nil for none up to the end of the proof.
  package let firstUnasked: Instant?
  /// The instant after which a renewal can use it: from there on it fires only what is asked.
  ///
  /// Nil where it is right now, or never will be.
  package let exactFrom: Instant?
}

extension ConsideredPattern {
  /// All patterns that answer a fire, from the one that fires most: no other repeating trigger
  /// does.
  ///
  /// A fire has one time of day, weekday, day of the month, date and weekday in its month; what is
  /// not safe to give to the system (a day 31, 29 February) is left out.
  ///
  /// - Parameters:
  ///   - fire: The fire.
  ///   - wanted: What is asked for, to the end of the proof.
  ///   - table: The days of each class.
  ///   - shapes: The shapes that triggers may have.
  /// - Returns: The patterns.
  static func all(
    of fire: Instant, _ wanted: WantedFires, _ table: DayClassTable, _ shapes: TriggerShapes
  )
    -> [ConsideredPattern]
  {
    let civil = wanted.zone.civil(at: fire)
    let days = DayClasses(ofDay: civil.date.dayNumber)
    let hourly = TimeClass.everyHour(minute: civil.minute, second: civil.second)
    let daily = TimeClass.time(civil.time)
    let classes: [(DayClass, TimeClass)] = [
      (.everyDay, .everyMinute(second: civil.second)), (.everyDay, hourly),
      (days.weekday, hourly), (.everyDay, daily), (days.weekday, daily), (days.dayOfMonth, daily),
      (days.date, daily), (days.ordinalWeekday, daily),
    ]
    return classes.compactMap { dayClass, time in
      guard let days = table.days(of: dayClass), let pattern = CalendarPattern(dayClass, time),
        shapes.contains(pattern.shape)
      else { return nil }
      if time.period < 86_400, let unasked = wanted.firstUnaskedSoon(pattern) {
        return ConsideredPattern(pattern: pattern, firstUnasked: unasked, exactFrom: nil)
      }
      let fires = wanted.fires(of: pattern, days: days, clockChangesMatter: true)
      let last = fires.last(missingFrom: wanted.allowed)
      // Asked for after the last fire that isn't: then only the way there is wrong.
      let later = last.flatMap { last in
        var rest = fires
        rest.removeAll(upTo: last)
        return rest.count > 1 ? last : nil
      }
      return ConsideredPattern(
        pattern: pattern, firstUnasked: fires.first(missingFrom: wanted.allowed), exactFrom: later)
    }
  }
}
