import CivilTime

/// The 28 years after which dates fall on the same weekdays, between two common years that end a
/// century.
enum CalendarCycle {
  /// The days of the cycle.
  private static let length = 28 * 365 + 7

  /// The days in which the calendar repeats: from 1901 to February 2100.
  private static let days =
    CivilDate(uncheckedYear: 1901, month: 1, day: 1)
    .dayNumber..<CivilDate(uncheckedYear: 2100, month: 2, day: 1).dayNumber

  /// Whether months that are a number apart come back after a cycle.
  static func repeats(months interval: Int) -> Bool { 28 * 12 % interval == 0 }

  /// The days of a range that are found for one cycle and repeated from there.
  ///
  /// - Parameters:
  ///   - dayRange: The days that can be members.
  ///   - first: The first day from which on days come back.
  ///   - repeats: Whether they come back at all; otherwise all of them are found.
  ///   - find: Adds at least the days of a range to a set.
  /// - Returns: The days.
  static func days(
    in dayRange: Range<Int>, from first: Int, repeats: Bool = true,
    _ find: (Range<Int>, inout DaySet) -> Void
  ) -> DaySet {
    var result = DaySet(in: dayRange)
    let end = max(first, dayRange.lowerBound) + length
    guard repeats, days.contains(dayRange), end < dayRange.upperBound else {
      find(dayRange, &result)
      return result
    }
    find(dayRange.lowerBound..<end, &result)
    result.repeatMembers(from: end, every: length)
    return result
  }
}
