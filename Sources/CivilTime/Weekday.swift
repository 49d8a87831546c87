/// A day of the week, numbered from Monday as in ISO 8601.
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
    // A table would be a global, whose lazy initialization is checked at each access.
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

  /// The number of days from `other` to the next day with this weekday, from 0 to 6.
  @inlinable
  package func days(after other: Weekday) -> Int {
    (rawValue - other.rawValue).floorModulo(7)
  }

  /// The first day of this weekday at or after a day, both as days since 1970-01-01.
  @inlinable
  package func firstDay(from dayNumber: Int) -> Int {
    dayNumber + (rawValue - dayNumber - Weekday.ofDayZero).floorModulo(7)
  }

  /// The number of the weekday in the month for a day of the month, from 1 to 5: 2 for the 8th.
  @inlinable
  package static func ordinal(ofDay day: Int) -> Int { (day + 6) / 7 }
}

/// A set of weekdays.
package struct WeekdaySet: OptionSet, Hashable, Sendable {
  /// One bit for each weekday; Monday is the lowest.
  package let rawValue: UInt8

  /// Makes a set from a bit for each weekday.
  @inlinable
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Makes a set of one weekday.
  @inlinable
  package init(_ weekday: Weekday) {
    self.init(rawValue: 1 << UInt8(weekday.rawValue))
  }

  /// Makes a set of weekdays.
  ///
  /// - Parameter weekdays: The weekdays, in any order.
  package init(_ weekdays: some Sequence<Weekday>) {
    self.init(rawValue: weekdays.reduce(0) { $0 | 1 << UInt8($1.rawValue) })
  }

  /// All seven days.
  package static let every = WeekdaySet(rawValue: 0b111_1111)

  /// Whether the set is empty.
  @inlinable
  package var isEmpty: Bool {
    // The default of SetAlgebra makes an empty set and compares through a call.
    rawValue == 0
  }

  /// Whether a weekday is a member.
  @inlinable
  package func contains(_ weekday: Weekday) -> Bool {
    rawValue >> UInt8(weekday.rawValue) & 1 == 1
  }
}

/// A week-numbering year.
///
/// It has whole weeks; its first week has at least four days in January.
///
/// This is ISO 8601 with a selectable first day of the week (RFC 5545, 3.3.10, BYWEEKNO and WKST).
package struct WeekYear: Hashable, Sendable {
  /// The number of the year.
  ///
  /// Its first days may be in the December before.
  package let year: Int
  /// The first day of week 1, as days since 1970-01-01.
  package let firstDayNumber: Int
  /// The number of weeks, 52 or 53.
  package let weekCount: Int

  /// Makes a week-numbering year whose weeks begin on a weekday.
  package init(year: Int, weekStart: Weekday) {
    self.year = year
    firstDayNumber = WeekYear.firstDayNumber(year: year, weekStart: weekStart)
    weekCount =
      (WeekYear.firstDayNumber(year: year + 1, weekStart: weekStart) - firstDayNumber) / 7
  }

  /// Makes the week-numbering year that contains a day, given as days since 1970-01-01.
  package init(containing dayNumber: Int, weekStart: Weekday) {
    let calendarYear = CivilDate(dayNumber: dayNumber).year
    for year in [calendarYear + 1, calendarYear] {
      let candidate = WeekYear(year: year, weekStart: weekStart)
      if candidate.firstDayNumber <= dayNumber {
        self = candidate
        return
      }
    }
    self.init(year: calendarYear - 1, weekStart: weekStart)
  }

  /// Week 1 is the week that contains 4 January, because four of its days are in January.
  private static func firstDayNumber(year: Int, weekStart: Weekday) -> Int {
    let fourthOfJanuary = CivilDate(uncheckedYear: year, month: 1, day: 4).dayNumber
    return fourthOfJanuary - Weekday(dayNumber: fourthOfJanuary).days(after: weekStart)
  }
}
