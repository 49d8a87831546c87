package import CivilTime

/// An instant as a person reads it: `Mon 2026-01-05 08:45`, by the wall clock of a zone.
package struct LocalTime: CustomStringConvertible {
  private let civil: CivilDateTime

  /// Reads the wall clock at an instant.
  package init(_ instant: Instant, in zone: Zone) {
    civil = zone.civil(at: instant)
  }

  /// The weekday, the date and the time; seconds where there are any.
  package var description: String {
    let date = civil.date
    return "\(date.weekday.abbreviation) \(date) \(civil.time)"
  }
}
