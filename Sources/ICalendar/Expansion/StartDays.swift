import CivilTime

/// The original starts of a series as days by time of day: found for the first of its alarms, and
/// at hand for the others.
package struct StartDays: Sendable {
  /// The days around which they were found, and how many of them on either side.
  private var range = 0..<0
  private var margin = 0
  /// What was found; nil for a series that days can't describe.
  private var days: DaysByTime?

  /// Makes a place for the days of one series.
  package init() {}

  /// The days of a series, on an unchanged clock.
  ///
  /// - Parameters:
  ///   - starts: The starts of the series.
  ///   - dayRange: The days in the middle, as days since 1970-01-01.
  ///   - distance: How many days more are asked for on either side.
  /// - Returns: The days; nil for a series that days can't describe.
  mutating func days(
    of starts: OccurrenceStarts, around dayRange: Range<Int>, distance: Int
  ) -> DaysByTime? {
    if range == dayRange, distance <= margin { return days }
    // Alarms of one series lie hours or days apart: nearly always they get along with the same.
    let step = StartDays.step
    (range, margin) = (dayRange, (distance + step - 1) / step * step)
    days = starts.timedDays(in: range.lowerBound - margin..<range.upperBound + margin)
    return days
  }

  /// What the days on either side are a multiple of.
  private static let step = 32
}
