import CivilTime

extension OccurrenceStarts {
  /// Whether EXDATE takes a start away.
  func isException(_ start: Instant) -> Bool {
    exceptions.contains(start)
      || (!exceptionDays.isEmpty && exceptionDays.contains(zone.civil(at: start).dayNumber))
  }

  /// Whether an instant's wall-clock time is not its own: a gap moved it, or it is a second pass.
  func isDisplaced(_ instant: Instant) -> Bool {
    zone.instant(of: zone.civil(at: instant)) != instant
  }

  /// The starts that DTSTART and the rules give, as days by time of day on an unchanged clock.
  ///
  /// - Parameter dayRange: The days, as days since 1970-01-01.
  /// - Returns: The days; nil where they don't describe a rule.
  func timedDays(in dayRange: Range<Int>) -> DaysByTime? {
    if rules.isEmpty {
      var day = DaySet(in: dayRange)
      day.insert(anchor.civil.dayNumber)
      return DaysByTime(day, at: [anchor.civil.time])
    }
    var result = DaysByTime()
    for rule in rules {
      guard let days = rule.timedDays(in: dayRange) else { return nil }
      result.formUnion(days)
    }
    return result
  }
}
