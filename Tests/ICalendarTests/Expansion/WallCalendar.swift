import CivilTime

/// A calendar as it hangs on a wall: every day of some decades, written down by counting.
///
/// No formula of the product is used, so that an error in one shows up.
struct WallCalendar: Sendable {
  /// What is printed beside a day.
  struct Day: Sendable {
    var year = 0
    var month = 0
    var dayOfMonth = 0
    var dayOfYear = 0
    var weekday = 0
    /// The lengths of its month and year, known once they are over.
    var monthLength = 0
    var yearLength = 0
  }

  /// The week-numbering year and week of a day.
  struct Week: Sendable, Equatable {
    var year = 0
    var number = 0
    var count = 0
  }

  /// The days from 1985-01-01, a Tuesday, to the end of 2065.
  static let shared = WallCalendar()

  let days: [Day]
  /// For each first day of the week, counted from Monday, the week of each day.
  let weeks: [[Week]]
  /// 1985-01-01 as days since 1970-01-01: fifteen years, four of them leap years.
  static let firstDayNumber = 15 * 365 + 4

  private init() {
    var days: [Day] = []
    var weekday = 1
    for year in 1_985...2_065 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      var dayOfYear = 0
      for (index, length) in lengths.enumerated() {
        for dayOfMonth in 1...length {
          dayOfYear += 1
          days.append(
            Day(
              year: year, month: index + 1, dayOfMonth: dayOfMonth, dayOfYear: dayOfYear,
              weekday: weekday, monthLength: length, yearLength: isLeap ? 366 : 365))
          weekday = (weekday + 1) % 7
        }
      }
    }
    self.days = days
    weeks = (0..<7).map { WallCalendar.weeks(of: days, startingOn: $0) }
  }

  /// Cuts the days into weeks; a week belongs to the year that has at least four of its days.
  private static func weeks(of days: [Day], startingOn weekStart: Int) -> [Week] {
    var weeks = Array(repeating: Week(), count: days.count)
    var first = days.firstIndex { $0.weekday == weekStart } ?? 0
    var year = 0
    var number = 0
    var firstOfYear = first
    while first + 7 <= days.count {
      // The fourth day of a week lies in the year that has at least four of its days.
      let owner = days[first + 3].year
      if owner != year {
        for index in firstOfYear..<first { weeks[index].count = number }
        (year, number, firstOfYear) = (owner, 0, first)
      }
      number += 1
      for index in first..<(first + 7) { weeks[index] = Week(year: year, number: number, count: 0) }
      first += 7
    }
    return weeks
  }

  /// The day's place in the table.
  func index(ofDayNumber dayNumber: Int) -> Int { dayNumber - WallCalendar.firstDayNumber }
}
