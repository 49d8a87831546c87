/// A date in the proleptic Gregorian calendar.
///
/// ```swift
/// print(CivilDate(year: 2028, month: 2, day: 29)!)  // 2028-02-29
/// print(CivilDate(year: 2027, month: 2, day: 29) == nil)  // true
/// ```
public struct CivilDate: Hashable, Comparable, Sendable {
  /// The year in astronomical numbering: 0 is 1 BC.
  public let year: Int
  /// The month, from 1 to 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Makes a date; nil if the calendar does not have it.
  ///
  /// - Parameters:
  ///   - year: From 1 to 9999, the range of RFC 5545.
  ///   - month: From 1 to 12.
  ///   - day: From 1 to the length of the month.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      day >= 1, day <= CivilDate.length(ofMonth: month, year: year)
    else { return nil }
    self.init(uncheckedYear: year, month: month, day: day)
  }

  /// Makes a date without checking that the calendar has it.
  @inlinable
  package init(uncheckedYear year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Makes a date from the number of days since 1970-01-01.
  ///
  /// Uses the algorithm of Cassio Neri and Lorenz Schneider, "Euclidean Affine Functions and their
  /// Application to Calendar Algorithms". Its years start on 1 March: the leap day is the last day,
  /// and one formula gives the lengths of all months. It counts in quarters of days, because a year
  /// of the Julian calendar has 1461.
  @inlinable
  package init(dayNumber: Int) {
    let quarters = 4 * (dayNumber + 719_468) + 3
    let century = quarters.floorQuotient(146_097)
    let quarterOfCentury = (quarters &- century &* 146_097) | 3
    let yearOfCentury = quarterOfCentury / 1_461
    let dayOfYear = (quarterOfCentury &- yearOfCentury &* 1_461) / 4
    let months = 2_141 &* dayOfYear &+ 197_913
    // The months 13 and 14 are January and February of the next year.
    let month = months >> 16
    let isNextYear = month > 12
    self.init(
      uncheckedYear: century &* 100 &+ yearOfCentury &+ (isNextYear ? 1 : 0),
      month: isNextYear ? month &- 12 : month, day: (months & 0xFFFF) / 2_141 &+ 1)
  }

  /// Days since 1970-01-01; negative before.
  @inlinable
  package var dayNumber: Int {
    let yearFromMarch = month <= 2 ? year - 1 : year
    let era = yearFromMarch.floorQuotient(400)
    let yearOfEra = yearFromMarch - era * 400
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Whether one date is earlier than another.
  public static func < (left: CivilDate, right: CivilDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  /// Whether the year has a 29 February.
  @inlinable
  package static func isLeap(year: Int) -> Bool {
    year & 3 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// The number of days of a month, from 28 to 31.
  @inlinable
  package static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year: year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The number of days of a year, 365 or 366.
  @inlinable
  package static func length(ofYear year: Int) -> Int { isLeap(year: year) ? 366 : 365 }

  /// The weekday of the date.
  @inlinable
  package var weekday: Weekday { Weekday(dayNumber: dayNumber) }

  /// The number of the weekday in the month, from 1 to 5: 2 for the second Monday.
  @inlinable
  package var weekdayOrdinal: Int { Weekday.ordinal(ofDay: day) }
}

extension CivilDate: CustomStringConvertible {
  /// The date as ISO 8601: `2026-01-05`.
  public var description: String { String(appending: append) }

  /// Appends ``description`` in UTF-8.
  package func append(to bytes: inout [UInt8]) {
    if (0...9_999).contains(year) {
      for place in [1_000, 100, 10, 1] { bytes.append(0x30 + UInt8(year / place % 10)) }
    } else {
      bytes += year.padded(to: 4).utf8
    }
    bytes.append("-", number: month)
    bytes.append("-", number: day)
  }

  /// The date in the format of RFC 5545: `20260105`.
  package var basicFormat: String {
    "\(year.padded(to: 4))\(month.padded(to: 2))\(day.padded(to: 2))"
  }
}
