import CivilTime
import NotificationTriggers
import Testing

@testable import ReminderPlanning

@Suite struct DayClassTableTests {
  private static var classes: [DayClass] {
    let months = (1...12).flatMap { month in
      (1...31).map { DayClass.date(month: month, day: $0) }
        + Weekday.allCases.flatMap { weekday in
          (1...5).map { DayClass.ordinalWeekday(month: month, weekday: weekday, ordinal: $0) }
        }
    }
    return [.everyDay] + Weekday.allCases.map { .weekday($0) }
      + (1...31).map { .dayOfMonth($0) } + months
  }

  // Ranges from the middle of a month, within one, and over a year that is not a leap year although
  // 4 divides it.
  @Test(arguments: [20_768..<22_400, 20_001..<20_003, 47_300..<47_900])
  func `a class has the days that it contains, if a trigger may name it`(_ range: Range<Int>) {
    let table = DayClassTable(range)
    for dayClass in DayClassTableTests.classes {
      let expected = dayClass.isSafe ? range.filter(dayClass.contains(dayNumber:)) : nil
      #expect(table.days(of: dayClass).map(Array.init) == expected, "\(dayClass)")
    }
  }
}
