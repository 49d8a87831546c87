import CivilTime
import NotificationTriggers
import Testing

/// Which component sets can be made, and how they are written.
@Suite struct CalendarPatternTests {
  @Test(arguments: [
    DayClass.dayOfMonth(0), .dayOfMonth(29), .dayOfMonth(31), .dayOfMonth(-1),
    .date(month: 2, day: 29), .date(month: 2, day: 30), .date(month: 4, day: 31),
    .date(month: 13, day: 1), .date(month: 0, day: 1), .date(month: 1, day: 0),
    .ordinalWeekday(month: 2, weekday: .monday, ordinal: 5),
    .ordinalWeekday(month: 3, weekday: .monday, ordinal: 6),
    .ordinalWeekday(month: 3, weekday: .monday, ordinal: 0),
    .ordinalWeekday(month: 3, weekday: .monday, ordinal: -1),
    .ordinalWeekday(month: 13, weekday: .monday, ordinal: 1),
  ])
  func `days that some month or year lacks can't be made`(_ days: DayClass) {
    #expect(CalendarPattern(days, .time(.midnight)) == nil)
  }

  @Test(arguments: [
    TimeClass.everyHour(minute: 60, second: 0), .everyHour(minute: 0, second: 60),
    .everyHour(minute: -1, second: 0), .everyMinute(second: 60), .everyMinute(second: -1),
  ])
  func `times outside the day can't be made`(_ time: TimeClass) {
    #expect(CalendarPattern(.everyDay, time) == nil)
  }

  @Test func `short times go with no larger unit than a weekday`() {
    let hourly = TimeClass.everyHour(minute: 0, second: 0)
    #expect(CalendarPattern(.dayOfMonth(1), hourly) == nil)
    #expect(CalendarPattern(.date(month: 1, day: 1), hourly) == nil)
    #expect(CalendarPattern(.weekday(.monday), .everyMinute(second: 0)) == nil)
    #expect(CalendarPattern(.weekday(.monday), hourly) != nil)
    #expect(CalendarPattern(.everyDay, .everyMinute(second: 0)) != nil)
  }

  @Test func `the canonical text names every component by Foundation's name`() throws {
    let date = try #require(CivilDate(year: 2026, month: 1, day: 5))
    let nine = TimeClass.time(TimeOfDay(secondOfDay: 9 * 3_600))
    let rows: [(DayClass, TimeClass, String)] = [
      (.everyDay, .everyMinute(second: 7), "second=7"),
      (.everyDay, .everyHour(minute: 30, second: 0), "minute=30;second=0"),
      (.weekday(.sunday), .everyHour(minute: 5, second: 0), "weekday=1;minute=5;second=0"),
      (.everyDay, nine, "hour=9;minute=0;second=0"),
      (.weekday(.saturday), nine, "weekday=7;hour=9;minute=0;second=0"),
      (.dayOfMonth(28), nine, "day=28;hour=9;minute=0;second=0"),
      (.date(month: 1, day: 31), nine, "month=1;day=31;hour=9;minute=0;second=0"),
      (
        .ordinalWeekday(month: 5, weekday: .monday, ordinal: 5), nine,
        "month=5;weekday=2;weekdayOrdinal=5;hour=9;minute=0;second=0"
      ),
      (.once(date), nine, "year=2026;month=1;day=5;hour=9;minute=0;second=0"),
    ]
    for (days, time, text) in rows {
      #expect(CalendarPattern(days, time)?.description == text)
    }
  }

  @Test func `a pattern's days and its first day agree`() {
    let classes: [DayClass] = [
      .everyDay, .weekday(.sunday), .dayOfMonth(28), .date(month: 12, day: 31),
      .ordinalWeekday(month: 5, weekday: .friday, ordinal: 5),
      .ordinalWeekday(month: 2, weekday: .monday, ordinal: 4),
      .once(CivilDate(dayNumber: 20_000)),
    ]
    for days in classes {
      var next: Int?
      for day in (10_000..<30_000).reversed() {
        if days.contains(dayNumber: day) { next = day }
        if let next, days.firstDay(from: day) != next {
          Issue.record("\(days) from \(CivilDate(dayNumber: day))")
          return
        }
      }
    }
  }
}
