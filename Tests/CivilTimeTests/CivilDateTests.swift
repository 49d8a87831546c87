import CivilTime
import Foundation
import Testing

/// Dates and weeks beside Foundation and beside counting.
@Suite struct CivilDateTests {
  private static let days = -25_567..<84_371

  @Test func `every day from 1900 to 2200 is Foundation's`() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    for day in CivilDateTests.days {
      let date = CivilDate(dayNumber: day)
      let parts = calendar.dateComponents(
        [.year, .month, .day, .weekday],
        from: Date(timeIntervalSince1970: Double(day) * 86_400 + 43_200))
      let isSame =
        parts.year == date.year && parts.month == date.month && parts.day == date.day
        && parts.weekday == (date.weekday.rawValue + 1) % 7 + 1
      if !isSame || date.dayNumber != day {
        Issue.record("day \(day): \(date) \(date.weekday), \(parts)")
        return
      }
    }
  }

  @Test func `dates follow one another over every year that can be written`() throws {
    var previous = try #require(CivilDate(year: 1, month: 1, day: 1))
    for day
      in (previous.dayNumber + 1)...CivilDate(uncheckedYear: 9999, month: 12, day: 31).dayNumber
    {
      let date = CivilDate(dayNumber: day)
      let isNext =
        date.day == previous.day + 1
        ? date.month == previous.month && date.year == previous.year
        : date.day == 1
          && previous.day == CivilDate.length(ofMonth: previous.month, year: previous.year)
      if !isNext || date.dayNumber != day || date <= previous {
        Issue.record("\(date) after \(previous)")
        return
      }
      previous = date
    }
    #expect(previous.description == "9999-12-31")
  }

  @Test(arguments: [
    (2026, 2, 29), (2100, 2, 29), (2026, 4, 31), (2026, 13, 1), (2026, 0, 1), (2026, 1, 0),
    (0, 1, 1), (10_000, 1, 1),
  ])
  func `a date that the calendar lacks is nil`(_ year: Int, _ month: Int, _ day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }

  @Test(arguments: Weekday.allCases)
  func `week years with any week start are what counting gives`(_ weekStart: Weekday) {
    // Week 1 is the first with at least four days in January, whatever day it starts on.
    for year in 1_990...2_060 {
      var first = CivilDate(uncheckedYear: year, month: 1, day: 1).dayNumber - 6
      while Weekday(dayNumber: first) != weekStart
        || (first..<(first + 7)).count(where: { CivilDate(dayNumber: $0).year == year }) < 4
      {
        first += 1
      }
      let weekYear = WeekYear(year: year, weekStart: weekStart)
      #expect(weekYear.firstDayNumber == first)
      let days = weekYear.firstDayNumber..<(weekYear.firstDayNumber + 7 * weekYear.weekCount)
      #expect(
        days.upperBound == WeekYear(year: year + 1, weekStart: weekStart).firstDayNumber)
      for day in days {
        #expect(WeekYear(containing: day, weekStart: weekStart) == weekYear)
      }
    }
  }

  @Test func `53 weeks come in the years that ISO 8601 gives them`() {
    let long = (2_000..<2_030).filter { WeekYear(year: $0, weekStart: .monday).weekCount == 53 }
    #expect(long == [2_004, 2_009, 2_015, 2_020, 2_026])
  }
}
