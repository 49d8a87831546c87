package import CivilTime

extension CalendarExpression {
  /// The expression that elapses at one instant: `2026-03-29 00:30:00 UTC`.
  ///
  /// Nil outside the years 1970 to 2199. It means the same on every machine and release.
  package init?(at instant: Instant) {
    let civil = instant.civilInUTC
    let date = civil.date
    try? self.init(
      years: .value(date.year), months: .value(date.month), days: .value(date.day),
      hours: .value(civil.hour), minutes: .value(civil.minute), seconds: .value(civil.second),
      zone: .utc)
  }

  /// A time of day on weekdays: `Mon..Fri *-*-* 09:00:00`.
  ///
  /// Nil where the time is none of a day.
  package init?(weekdays: WeekdaySet, secondOfDay: Int, zone: ExpressionZone) {
    try? self.init(
      weekdays: weekdays, hours: .value(secondOfDay.floorQuotient(3_600)),
      minutes: .value(secondOfDay / 60 % 60), seconds: .value(secondOfDay % 60), zone: zone)
  }

  /// A time of day on the nth weekday of months: `Mon *-*-08..14` or `Fri *-*~07/1`.
  ///
  /// Nil where systemd can't say it.
  ///
  /// - Parameters:
  ///   - ordinal: From 1 to 5, or from -1 for the last to -4. The fifth exists in some months only.
  ///   - weekday: The weekday.
  ///   - months: The months.
  ///   - secondOfDay: The time of day, in seconds since midnight.
  ///   - zone: The zone.
  package init?(
    ordinal: Int, weekday: Weekday, months: ExpressionComponent = .every, secondOfDay: Int,
    zone: ExpressionZone
  ) {
    let days: ExpressionComponent
    switch ordinal {
    case 1...4: days = .range(ordinal * 7 - 6...ordinal * 7)
    case 5: days = .range(29...31)
    // The seventh last day and all after it, as the manual page writes the last weekday.
    case -1: days = ExpressionComponent(elements: [.init(start: 7, step: 1)])
    case -4 ... -2: days = .range(-ordinal * 7 - 6 ... -ordinal * 7)
    default: return nil
    }
    try? self.init(
      weekdays: WeekdaySet(weekday), months: months, days: days, countsDaysFromEnd: ordinal < 0,
      hours: .value(secondOfDay.floorQuotient(3_600)), minutes: .value(secondOfDay / 60 % 60),
      seconds: .value(secondOfDay % 60), zone: zone)
  }

  /// A time of day on days of months: `*-01,07-01..03 09:00:00`.
  ///
  /// Nil where systemd can't say it.
  ///
  /// - Parameters:
  ///   - years: The years.
  ///   - months: The months.
  ///   - days: Days from 1, or all negative: -1 is the last day, -28 the least.
  ///   - secondOfDay: The time of day, in seconds since midnight.
  ///   - zone: The zone.
  package init?(
    years: ExpressionComponent = .every, months: ExpressionComponent = .every, days: Set<Int>,
    secondOfDay: Int, zone: ExpressionZone
  ) {
    let isFromEnd = days.allSatisfy { $0 < 0 }
    guard !days.isEmpty, isFromEnd || days.allSatisfy({ $0 > 0 }) else { return nil }
    try? self.init(
      years: years, months: months,
      days: ExpressionComponent(days.map(abs), of: isFromEnd ? .dayFromMonthEnd : .day),
      countsDaysFromEnd: isFromEnd, hours: .value(secondOfDay.floorQuotient(3_600)),
      minutes: .value(secondOfDay / 60 % 60), seconds: .value(secondOfDay % 60), zone: zone)
  }

  /// The same expression in other years; nil where a year lies outside 1970 to 2199.
  package func limited(to years: ExpressionComponent) -> CalendarExpression? {
    try? CalendarExpression(
      weekdays: weekdays, years: years, months: months, days: days,
      countsDaysFromEnd: countsDaysFromEnd, hours: hours, minutes: minutes, seconds: seconds,
      zone: zone)
  }
}
