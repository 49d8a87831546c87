import CalendarFixtures
import CivilTime
import ICalendar
import Testing

/// Compares the expander with `LiteralExpander`.
@Suite struct LiteralParityTests {
  /// The number of days and of random rules for a frequency.
  struct Row: CustomTestStringConvertible, Sendable {
    let frequency: RecurrenceRule.Frequency
    let days: Int
    let rules: Int
    var testDescription: String { "\(frequency)" }
  }

  @Test(arguments: [
    Row(frequency: .yearly, days: 4_400, rules: 500),
    Row(frequency: .monthly, days: 1_500, rules: 500),
    Row(frequency: .weekly, days: 800, rules: 500),
    Row(frequency: .daily, days: 800, rules: 500),
    Row(frequency: .hourly, days: 400, rules: 400),
    Row(frequency: .minutely, days: 60, rules: 400),
    Row(frequency: .secondly, days: 6, rules: 60),
  ])
  func `random rules match a walk over every day`(_ row: Row) {
    let seed = UInt64(101 + row.frequency.rawValue)
    var random = RandomRule(seed: seed)
    for _ in 0..<row.rules {
      var rule = random.rule(row.frequency)
      let start = random.start()
      if random.chance(1, in: 4) { rule.count = random.number(1...12) }
      if random.chance(1, in: 4) {
        rule.until = RecurrenceRule.Until(
          start + random.number(0...(row.days * 86_400)), kind: .local)
      }
      let end = CivilDateTime(dayNumber: start.dayNumber + row.days, secondOfDay: 0)
      let expected = LiteralExpander(rule, start: start).times(until: end, limit: 60)
      let found = RuleExpansion(rule, start: start, isDate: false, zone: .gmt)
        .civilTimes(in: start..<end, limit: 60)
      if found != expected {
        let index = zip(found, expected).prefix { $0 == $1 }.map { _ in 1 }.count
        Issue.record(
          """
          seed \(seed): \(rule) from \(start), number \(index): \
          \(found.dropFirst(index).prefix(2)), not \(expected.dropFirst(index).prefix(2))
          """)
        return
      }
    }
  }

  @Test func `the week numbers of the test's calendar match the library's`() {
    let calendar = WallCalendar.shared
    for weekStart in Weekday.allCases {
      let weeks = calendar.weeks[weekStart.rawValue].enumerated()
      // The first and last years of the table begin and end within a week.
      for (index, week) in weeks.dropFirst(400) where week.count > 0 {
        guard !(12...350).contains(calendar.days[index].dayOfYear) else { continue }
        let dayNumber = WallCalendar.firstDayNumber + index
        let year = WeekYear(containing: dayNumber, weekStart: weekStart)
        let isSame =
          year.year == week.year && year.weekCount == week.count
          && (dayNumber - year.firstDayNumber) / 7 + 1 == week.number
        if !isSame {
          Issue.record("\(CivilDate(dayNumber: dayNumber)), weeks from \(weekStart)")
          return
        }
      }
    }
  }
}
