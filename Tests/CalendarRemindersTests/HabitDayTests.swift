import CalendarFixtures
import CalendarReminders
import CompilerFixtures
import Foundation
import Testing

/// Habits are due on the days that counting on a calendar gives, also across clock changes.
@Suite struct HabitDayTests {
  /// A choice of days, and a test of whether a day of Foundation's calendar is among them.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let days: Habit.Days
    let start: (year: Int, month: Int, day: Int)
    /// The arguments are the components of a day and its distance in days from the start.
    let isDue: @Sendable (DateComponents, Int) -> Bool

    var testDescription: String { name }
  }

  private static let rows: [Row] = [
    Row(name: "once", days: .once, start: (2028, 3, 26)) { _, distance in distance == 0 },
    Row(name: "every day", days: .everyDay, start: (2028, 3, 1)) { _, _ in true },
    Row(name: "every third day", days: .everyDays(3), start: (2028, 2, 27)) { $1 % 3 == 0 },
    Row(name: "Tuesdays and Fridays", days: .weekdays([.tuesday, .friday]), start: (2028, 3, 1)) {
      day, _ in [3, 6].contains(day.weekday)
    },
    // The first Friday is the 3rd; its week is the first, and every second week follows.
    Row(
      name: "every other Monday and Friday",
      days: .weekdays([.monday, .friday], everyWeeks: 2), start: (2028, 3, 1)
    ) { day, distance in
      // The week of 3 March 2028 began on 28 February, two days before the start.
      [2, 6].contains(day.weekday) && (distance + 2) / 7 % 2 == 0
    },
    // Weeks are counted from the first Monday, five days after the start.
    Row(
      name: "every other Monday", days: .weekdays([.monday], everyWeeks: 2), start: (2028, 3, 1)
    ) { _, distance in distance >= 5 && (distance - 5) % 14 == 0 },
    Row(name: "the 15th", days: .dayOfMonth(15), start: (2028, 3, 16)) { day, _ in day.day == 15 },
    Row(name: "the 31st", days: .dayOfMonth(31), start: (2028, 2, 1)) { day, _ in
      [
        1: 31, 2: day.year == 2028 ? 29 : 28, 3: 31, 4: 30, 5: 31, 6: 30, 7: 31, 8: 31, 9: 30,
        10: 31, 11: 30, 12: 31,
      ][day.month] == day.day
    },
    Row(name: "the second Tuesday", days: .ordinalWeekday(2, .tuesday), start: (2028, 3, 15)) {
      day, _ in day.weekday == 3 && (8...14).contains(day.day ?? 0)
    },
    Row(name: "the last Sunday", days: .ordinalWeekday(-1, .sunday), start: (2028, 3, 2)) {
      day, _ in
      day.weekday == 1
        && (day.day ?? 0)
          > ([2: day.year == 2028 ? 29 : 28, 4: 30, 6: 30, 9: 30, 11: 30][day.month] ?? 31) - 7
    },
    Row(name: "a birthday", days: .everyYear, start: (2028, 2, 29)) { day, _ in
      day.month == 2 && day.day == (day.year == 2028 ? 29 : 28)
    },
  ]

  @Test(arguments: rows, ["Europe/Berlin", "America/New_York"])
  func `the days of a habit match a calendar`(row: Row, zoneName: String) throws {
    let timeZone = try #require(TimeZone(identifier: zoneName))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    // The clock skips 02:30 in spring and repeats it in autumn.
    let times = [try TimeOfDay.at(2, 30), try TimeOfDay.at(21)]
    let start = try CivilDate.on(year: row.start.year, month: row.start.month, day: row.start.day)
    let habit = Habit(id: "habit", title: "Habit", days: row.days, times: times, starting: start)
    var options = try TestCalendars.options(now: "2028-02-01T00:00:00Z", zone: zoneName)
    options.horizon = CalendarDuration(months: 24)
    let fires = TestCalendars.fires(try habit.components(), options.compiler).map(\.at)

    var expected: [Instant] = []
    for distance in 0..<800 {
      // Noon UTC of each day, so that clock changes of the zone don't matter.
      let noon = DateComponents(
        year: row.start.year, month: row.start.month, day: row.start.day + distance, hour: 12)
      let date = try #require(calendar.date(from: noon))
      let day = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
      guard row.isDue(day, distance) else { continue }
      for (hour, minute) in [(2, 30), (21, 0)] {
        let due = DateComponents(
          year: day.year, month: day.month, day: day.day, hour: hour, minute: minute)
        expected.append(Instant(try #require(calendar.date(from: due))))
      }
    }
    let end = options.window.upperBound
    #expect(fires == expected.filter { $0 < end }.sorted())
    #expect(!fires.isEmpty)
  }

  @Test func `a habit ends on its last day, or after a number of days`() throws {
    let start = try CivilDate.on(year: 2028, month: 1, day: 31)
    let times = [try TimeOfDay.at(8), try TimeOfDay.at(20)]
    let until = Habit(
      id: "a", title: "A", times: times, starting: start,
      ending: .on(try .on(year: 2028, month: 2, day: 2)))
    let counted = Habit(id: "a", title: "A", times: times, starting: start, ending: .after(3))
    let expected = [
      "2028-01-31T08:00", "2028-01-31T20:00", "2028-02-01T08:00", "2028-02-01T20:00",
      "2028-02-02T08:00", "2028-02-02T20:00",
    ]
    #expect(try due(until) == expected.map { "\($0):00Z" })
    #expect(try due(counted) == expected.map { "\($0):00Z" })
  }

  @Test func `a habit is not due in a pause, whose days still count`() throws {
    let start = try CivilDate.on(year: 2028, month: 1, day: 31)
    var habit = Habit(
      id: "a", title: "A", weekdays: [.monday, .wednesday], times: [try .at(8)], starting: start,
      ending: .after(5))
    // Mondays and Wednesdays: 31 January, 2, 7, 9 and 14 February.
    habit.pauses = [
      try .on(year: 2028, month: 2, day: 7)...(.on(year: 2028, month: 2, day: 12)),
      try .on(year: 2028, month: 2, day: 2)...(.on(year: 2028, month: 2, day: 2)),
      // A pause long before, and one on a day without an occurrence.
      try .on(year: 2027, month: 12, day: 1)...(.on(year: 2028, month: 1, day: 1)),
      try .on(year: 2028, month: 2, day: 8)...(.on(year: 2028, month: 2, day: 8)),
    ]
    #expect(try due(habit) == ["2028-01-31T08:00:00Z", "2028-02-14T08:00:00Z"])
  }

  @Test func `a habit is not due on a day on which it is done early`() throws {
    let start = try CivilDate.on(year: 2028, month: 1, day: 31)
    var habit = Habit(
      id: "a", title: "A", times: [try .at(8), try .at(20)], starting: start, ending: .after(3))
    habit.markDone(on: try .on(year: 2026, month: 1, day: 1))
    habit.markDone(on: try .on(year: 2028, month: 2, day: 1))
    #expect(
      try due(habit)
        == ["2028-01-31", "2028-02-02"].flatMap { ["\($0)T08:00:00Z", "\($0)T20:00:00Z"] })
    // The year before is forgotten.
    #expect(habit.doneDays == [try .on(year: 2028, month: 2, day: 1)])
  }

  @Test func `a habit follows the device's zone unless it is pinned`() throws {
    let tokyo = try TestCalendars.zone("Asia/Tokyo")
    let start = try CivilDate.on(year: 2028, month: 1, day: 31)
    var habit = Habit(
      id: "a", title: "A", times: [try .at(8)], starting: start, ending: .after(1))
    #expect(try due(habit, "America/New_York") == ["2028-01-31T13:00:00Z"])
    habit.zone = tokyo
    #expect(try due(habit, "America/New_York") == ["2028-01-30T23:00:00Z"])
  }

  private func due(_ habit: Habit, _ zone: String = "GMT") throws -> [String] {
    let options = try TestCalendars.options(now: "2028-01-01T00:00:00Z", zone: zone).adding([habit])
    return TestCalendars.fires(try habit.components(), options.compiler).map(\.at.description)
  }
}
