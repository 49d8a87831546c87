import CivilTime
import SeededRandom
import Testing

@testable import ICalendar

/// The days of a month that are found at once are those that are found one by one.
@Suite struct DayFilterTests {
  @Test func `a month's days as bits are the days that match`() {
    let seed: UInt64 = 61
    var random = RandomRule(seed: seed)
    let frequencies: [RecurrenceRule.Frequency] = [.daily, .weekly, .monthly, .yearly]
    // Four years with a leap day, and a common year that ends a century.
    let months = Array(2_024 * 12..<2_028 * 12) + Array(2_100 * 12..<2_101 * 12)
    var selected = 0
    for round in 0..<400 {
      let rule = random.rule(frequencies[round % frequencies.count])
      let filter = DayFilter(rule)
      for month in months.map(filter.month(number:)) {
        let days = (0..<month.length).filter { rule.parts(agreeOn: month.firstDayNumber + $0) }
        selected += days.count
        let found = (0..<32).filter { month.selected >> UInt32($0) & 1 == 1 }
        guard found != days else { continue }
        Issue.record("seed \(seed): \(rule) in month \(month.month) of \(month.year)")
        return
      }
    }
    #expect(selected > 10_000)
  }
}

extension RecurrenceRule {
  /// Whether all parts select a day, read part by part (RFC 5545, 3.3.10).
  fileprivate func parts(agreeOn dayNumber: Int) -> Bool {
    let date = CivilDate(dayNumber: dayNumber)
    func holds(_ numbers: [Int], _ place: Int, of length: Int) -> Bool {
      numbers.isEmpty || numbers.contains(place) || numbers.contains(place - length - 1)
    }
    let yearStart = CivilDate(uncheckedYear: date.year, month: 1, day: 1).dayNumber
    let yearLength = CivilDate.length(ofYear: date.year)
    let monthLength = CivilDate.length(ofMonth: date.month, year: date.year)
    let weekYear = WeekYear(containing: dayNumber, weekStart: weekStart)
    let week = (dayNumber - weekYear.firstDayNumber) / 7 + 1
    let isInMonth = frequency == .monthly || !months.isEmpty
    let (place, length) =
      isInMonth ? (date.day, monthLength) : (dayNumber - yearStart + 1, yearLength)
    let hasOrdinals = frequency >= .monthly && weeks.isEmpty
    let isWeekday =
      weekdays.isEmpty
      || weekdays.contains { numbered in
        guard numbered.weekday == date.weekday else { return false }
        guard let ordinal = numbered.ordinal, hasOrdinals else { return true }
        return ordinal == (place + 6) / 7 || -ordinal == (length - place + 7) / 7
      }
    return (months.isEmpty || months.contains(date.month))
      && holds(daysOfTheMonth, date.day, of: monthLength)
      && holds(daysOfTheYear, dayNumber - yearStart + 1, of: yearLength)
      && holds(weeks, week, of: weekYear.weekCount) && isWeekday
  }
}
