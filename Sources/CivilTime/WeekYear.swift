/// A week-numbering year: whole weeks, the first of which has at least four days in January.
///
/// ISO 8601 with any day as the first of a week (RFC 5545, 3.3.10, BYWEEKNO and WKST).
package struct WeekYear: Hashable, Sendable {
  /// The year's number; its first days may lie in the December before.
  package let year: Int
  /// The first day of week 1, as days since 1970-01-01.
  package let firstDayNumber: Int
  /// The number of weeks, 52 or 53.
  package let weekCount: Int

  /// Makes a week-numbering year.
  ///
  /// - Parameters:
  ///   - year: The year's number.
  ///   - weekStart: The first day of a week.
  package init(year: Int, weekStart: Weekday) {
    self.year = year
    firstDayNumber = WeekYear.firstDayNumber(year: year, weekStart: weekStart)
    weekCount =
      (WeekYear.firstDayNumber(year: year + 1, weekStart: weekStart) - firstDayNumber) / 7
  }

  /// The week-numbering year that a day belongs to.
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

  /// Four days of week 1 lie in January exactly where it holds 4 January.
  private static func firstDayNumber(year: Int, weekStart: Weekday) -> Int {
    let fourthOfJanuary = CivilDate(uncheckedYear: year, month: 1, day: 4).dayNumber
    return fourthOfJanuary - Weekday(dayNumber: fourthOfJanuary).days(after: weekStart)
  }
}
