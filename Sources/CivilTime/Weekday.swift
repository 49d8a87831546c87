/// A day of the week, counted from Monday as ISO 8601 does.
///
/// ```swift
/// print(Weekday.monday.rawValue, Weekday.sunday.rawValue)  // 0 6
/// ```
public enum Weekday: Int, CaseIterable, Hashable, Sendable {
  case monday = 0
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// The weekday of a day, given as days since 1970-01-01.
  @inlinable
  package init(dayNumber: Int) {
    // A table would be a global, which is looked at for having been made each time.
    switch (dayNumber + Weekday.ofDayZero).floorModulo(7) {
    case 0: self = .monday
    case 1: self = .tuesday
    case 2: self = .wednesday
    case 3: self = .thursday
    case 4: self = .friday
    case 5: self = .saturday
    default: self = .sunday
    }
  }

  /// The raw value of the weekday of 1970-01-01, a Thursday.
  @inlinable
  package static var ofDayZero: Int { 3 }

  /// The name in English: `Monday`.
  package var englishName: String { Weekday.englishNames[rawValue] }

  /// The first three letters of the name: `Mon`.
  package var abbreviation: String { String(englishName.prefix(3)) }

  private static let englishNames = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  /// How many days after `other` this weekday comes next, from 0 to 6.
  @inlinable
  package func days(after other: Weekday) -> Int {
    (rawValue - other.rawValue).floorModulo(7)
  }

  /// The first day of this weekday at or after a day, both as days since 1970-01-01.
  @inlinable
  package func firstDay(from dayNumber: Int) -> Int {
    dayNumber + (rawValue - dayNumber - Weekday.ofDayZero).floorModulo(7)
  }

  /// Which one of its weekday a day of a month is, from 1 to 5.
  @inlinable
  package static func ordinal(ofDay day: Int) -> Int { (day + 6) / 7 }
}
