import CalendarFixtures
import CivilTime
import CompilerFixtures
import Foundation
import ICalendar
import ReminderCompiler
import Testing

/// The sets of date components for a rule and an alarm on 2026-01-01, a Thursday.
@Suite struct LoweringShapeTests {
  struct Row: Sendable {
    let start, rule, trigger, horizon: String
    let shapes: [String]

    /// If all shapes have the same time, it is in `at`.
    init(
      _ rule: String, from start: String = "Europe/Berlin:20251201T090000",
      _ trigger: String = "PT0S", to horizon: String = "P1Y",
      are days: [String], at time: String = "hour=9 minute=0 second=0"
    ) {
      (self.start, self.rule, self.trigger, self.horizon) = (start, rule, trigger, horizon)
      shapes = days.map { [$0, time].filter { !$0.isEmpty }.joined(separator: " ") }.sorted()
    }
  }

  private static func dates(_ year: Int, _ days: [(month: Int, day: Int)]) -> [String] {
    days.map { "year=\(year) month=\($0.month) day=\($0.day)" }
  }

  private static let weekly = [
    Row("FREQ=DAILY", are: [""]),
    Row("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR,SA,SU", are: [""]),
    Row("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU", are: [""]),
    Row("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", are: (2...6).map { "weekday=\($0)" }),
    Row("FREQ=DAILY;BYDAY=SA,SU", are: ["weekday=7", "weekday=1"]),
    // 2025-12-01 is a Monday.
    Row("FREQ=DAILY;INTERVAL=7", are: ["weekday=2"]),
    // 00:15 on Monday, less half an hour, is 23:45 on Sunday.
    Row(
      "FREQ=WEEKLY", from: "Europe/Berlin:20251201T001500", "-PT30M", are: ["weekday=1"],
      at: "hour=23 minute=45 second=0"),
    Row("FREQ=WEEKLY;BYDAY=MO", "-P1D", are: ["weekday=1"]),
    Row(
      "FREQ=WEEKLY;INTERVAL=2", to: "P60D",
      are: dates(2026, [(1, 12), (1, 26), (2, 9), (2, 23)])),
    Row(
      "FREQ=DAILY;INTERVAL=10", to: "P40D", are: dates(2026, [(1, 10), (1, 20), (1, 30), (2, 9)])),
  ]

  private static let monthly = [
    Row("FREQ=MONTHLY;BYMONTHDAY=15", from: "Europe/Berlin:20251115T090000", are: ["day=15"]),
    Row(
      "FREQ=MONTHLY;BYMONTHDAY=1,28", from: "Europe/Berlin:20251128T090000",
      are: ["day=1", "day=28"]),
    Row(
      "FREQ=MONTHLY;BYMONTHDAY=31", from: "Europe/Berlin:20251031T090000",
      are: [1, 3, 5, 7, 8, 10, 12].map { "month=\($0) day=31" }),
    Row(
      "FREQ=MONTHLY;BYMONTHDAY=-1", from: "Europe/Berlin:20251130T090000", "P1D", are: ["day=1"]),
    Row(
      "FREQ=MONTHLY;BYDAY=2TU", from: "Europe/Berlin:20251209T090000", to: "P2Y",
      are: (1...12).map { "month=\($0) weekday=3 ordinal=2" }),
    Row(
      "FREQ=MONTHLY;BYDAY=TU;BYMONTHDAY=8,9,10,11,12,13,14", from: "Europe/Berlin:20251209T090000",
      to: "P2Y", are: (1...12).map { "month=\($0) weekday=3 ordinal=2" }),
    Row(
      "FREQ=MONTHLY;BYDAY=2TU", from: "Europe/Berlin:20251209T090000", to: "P181D",
      are: (1...6).map { "month=\($0) weekday=3 ordinal=2" }),
    // 30 January and 29 May are fifth Fridays, which are the last ones in every year.
    Row(
      "FREQ=MONTHLY;BYDAY=-1FR", from: "Europe/Berlin:20251128T090000", to: "P181D",
      are: [1, 5].map { "month=\($0) weekday=6 ordinal=5" }
        + dates(2026, [(2, 27), (3, 27), (4, 24), (6, 26)])),
    Row("FREQ=MONTHLY;INTERVAL=3", are: [3, 6, 9, 12].map { "month=\($0) day=1" }),
    Row(
      "FREQ=MONTHLY;INTERVAL=5", are: dates(2026, [(5, 1), (10, 1)])),
  ]

  private static let yearly = [
    Row("FREQ=YEARLY", from: "Europe/Berlin:20250501T090000", are: ["month=5 day=1"]),
    Row(
      "FREQ=YEARLY;BYYEARDAY=-1", from: "Europe/Berlin:20251231T090000", are: ["month=12 day=31"]),
    Row(
      "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", from: "America/New_York:20251127T090000",
      are: ["month=11 weekday=5 ordinal=4"]),
    Row(
      "FREQ=YEARLY", from: "Europe/Berlin:20240229T090000", to: "P3Y",
      are: dates(2028, [(2, 29)])),
    Row(
      "FREQ=YEARLY;INTERVAL=2", from: "Europe/Berlin:20240501T090000", are: dates(2026, [(5, 1)])),
    Row(
      "FREQ=DAILY;BYMONTH=6", from: "Europe/Berlin:20250601T090000",
      are: (1...30).map { "month=6 day=\($0)" }),
    Row("", from: "Europe/Berlin:20260501T090000", are: dates(2026, [(5, 1)])),
  ]

  private static let withinTheDay = [
    Row(
      "FREQ=HOURLY;INTERVAL=6", from: "20251201T000000Z",
      are: [0, 6, 12, 18].map { "hour=\($0)" }, at: "minute=0 second=0"),
    Row(
      "FREQ=MINUTELY;INTERVAL=15", from: "20251201T000000Z", to: "P20D",
      are: [0, 15, 30, 45].map { "minute=\($0)" }, at: "second=0"),
    Row(
      "FREQ=MINUTELY", from: "20251201T000000Z", to: "P3D", are: [""], at: "second=0"),
    Row("FREQ=HOURLY", from: "20251201T001500Z", to: "P20D", are: [""], at: "minute=15 second=0"),
    Row(
      "FREQ=HOURLY;BYDAY=MO", from: "20251201T000000Z", to: "P20D", are: ["weekday=2"],
      at: "minute=0 second=0"),
    // 168 hours are 6 times 28, so the pattern repeats weekly: Monday 00:00, Tuesday 04:00, and so
    // on.
    Row(
      "FREQ=HOURLY;INTERVAL=28", from: "20251201T000000Z", to: "P90D",
      are: [(2, 0), (3, 4), (4, 8), (5, 12), (6, 16), (7, 20)].map {
        "weekday=\($0.0) hour=\($0.1)"
      }, at: "minute=0 second=0"),
    Row(
      "FREQ=DAILY;BYHOUR=9,17", are: ["hour=9", "hour=17"], at: "minute=0 second=0"),
    Row(
      "FREQ=DAILY", from: "20251201T090005Z", are: [""], at: "hour=9 minute=0 second=5"),
  ]

  private static let lengths = [31, 0, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

  /// Series that a repeating trigger covers in part: they end, start later, or have exceptions.
  private static let partial = [
    // Few remaining fires are one-shots.
    Row("FREQ=DAILY;COUNT=41", are: dates(2026, (1...10).map { (1, $0) })),
    Row("FREQ=DAILY;UNTIL=20260110T120000Z", are: dates(2026, (1...10).map { (1, $0) })),
    // Now is Thursday and the series starts on Sunday: triggers for Thursdays, Fridays and
    // Saturdays would fire too early. For 8 to 30 January, nth weekdays of January need as many
    // slots as one-shots, and repeat yearly.
    Row(
      "FREQ=DAILY", from: "Europe/Berlin:20260104T090000", to: "P30D",
      are: [1, 2, 3, 4].map { "weekday=\($0)" }
        + [(5, 5), (6, 5), (7, 4)].flatMap { weekday, last in
          (2...last).map { "month=1 weekday=\(weekday) ordinal=\($0)" }
        }),
    // June to December repeat yearly; January to May would already fire this year.
    Row(
      "FREQ=MONTHLY", from: "Europe/Berlin:20260615T090000", to: "P2Y",
      are: (6...12).map { "month=\($0) day=15" } + dates(2027, (1...5).map { ($0, 15) })),
    // The 31st or 30th in eleven months, and five single dates in February.
    Row(
      "FREQ=MONTHLY;BYMONTHDAY=-1", from: "Europe/Berlin:20251130T090000", to: "P5Y",
      are: (1...12).filter { $0 != 2 }.map { "month=\($0) day=\(lengths[$0 - 1])" }
        + (2026...2030).flatMap { dates($0, [(2, $0 == 2028 ? 29 : 28)]) }),
  ]

  @Test(arguments: weekly + monthly + yearly + withinTheDay + partial)
  func `a rule becomes date components with the fewest slots`(_ row: Row) throws {
    let event = try TestCalendars.event(
      start: row.start, rule: row.rule.isEmpty ? nil : row.rule, alarms: [row.trigger])
    let options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", horizon: row.horizon)
    let plan = try ReadPlan(of: [event], options)
    #expect(plan.requests.map(\.trigger.dateComponents.text).sorted() == row.shapes)
    #expect(plan.exactUntil == nil)
    #expect(plan.requests.allSatisfy { $0.removeBy == nil })
    #expect(
      plan.requests.allSatisfy { $0.trigger.repeats == ($0.trigger.dateComponents.year == nil) })
  }

  @Test func `an hourly trigger is removed before the repeated hour`() throws {
    let event = try TestCalendars.event(start: "Europe/Berlin:20251201T001500", rule: "FREQ=HOURLY")
    var options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", horizon: "P20D")
    options.repeatedHour = .once
    // With all slots, one trigger for each hour does the same and need not be removed.
    let whole = try ReadPlan(of: [event], options)
    #expect(whole.exactUntil == nil && whole.requests.allSatisfy { $0.removeBy == nil })
    options.limit = 5
    let plan = try ReadPlan(of: [event], options)
    #expect(plan.requests.map(\.trigger.dateComponents.text) == ["minute=15 second=0"])
    // 02:15 CET: the rule gives 02:15 once on that day, in summer time.
    let end = try TestCalendars.instant("2026-10-25T01:15:00Z")
    #expect(plan.requests.first?.removeBy == end.date)
  }

  @Test func `each repeat of a nag is a separate trigger`() throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20251201T090000", rule: "FREQ=DAILY", alarms: ["-PT10M+2xPT10M"])
    let plan = try ReadPlan(of: [event], TestCalendars.options(now: "2026-01-01T00:00:00Z"))
    #expect(
      plan.requests.map { "\($0.repeat): \($0.trigger.dateComponents.text)" }.sorted() == [
        "0: hour=8 minute=50 second=0", "1: hour=9 minute=0 second=0",
        "2: hour=9 minute=10 second=0",
      ])
  }
}

/// Series that a repeating trigger covers in part: they end, start later, or have exceptions.
@Suite struct SplitSeriesTests {
  private func plan(
    _ component: CalendarComponent, renewWithin: String = "P7D", limit: Int = 64
  ) throws -> ReadPlan {
    try ReadPlan(
      of: [component],
      TestCalendars.options(
        now: "2026-01-01T00:00:00Z", renewWithin: renewWithin, limit: limit))
  }

  private func date(_ text: String) throws -> Date { try TestCalendars.instant(text).date }

  @Test func `a daily series that ends in three months is one trigger to remove then`() throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20251201T090000", rule: "FREQ=DAILY;UNTIL=20260331T235959Z")
    // With more slots the plan would be exact for longer: triggers for the days 16 to 28 would have
    // their first unexpected fire in the middle of April.
    let plan = try plan(event, limit: 6)
    #expect(plan.requests.map(\.trigger.dateComponents.text) == ["hour=9 minute=0 second=0"])
    // The first unexpected fire: 1 April, 09:00 in Berlin's summer time.
    let end = try date("2026-04-01T07:00:00Z")
    #expect(plan.requests.first?.removeBy == end)
    #expect(plan.requests.first?.content.userInfo.endDate == end)
    #expect(plan.exactUntil == end)
    #expect(plan.renewBy == end)
    #expect(plan.dropped.isEmpty)
  }

  @Test func `a trigger that must be removed before two renewals is not used`() throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20251201T090000", rule: "FREQ=DAILY;UNTIL=20260331T235959Z")
    let plan = try plan(event, renewWithin: "P60D")
    #expect(plan.requests.count == 64)
    #expect(plan.requests.allSatisfy { $0.removeBy == nil && !$0.trigger.repeats })
    // 64 of the 90 days from 1 January on; the first missed day is 6 March.
    #expect(plan.exactUntil == (try date("2026-03-06T08:00:00Z")))
  }

  @Test func `a daily series without one day repeats on the six other weekdays`() throws {
    // 11 March 2026 is a Wednesday.
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20251201T090000", rule: "FREQ=DAILY",
      exceptions: ["Europe/Berlin:20260311T090000"])
    let plan = try plan(event)
    let shapes = plan.requests.map(\.trigger.dateComponents.text)
    for weekday in [1, 2, 3, 5, 6, 7] {
      #expect(shapes.contains("weekday=\(weekday) hour=9 minute=0 second=0"))
    }
    #expect(!shapes.contains { $0.hasPrefix("weekday=4 ") })
    // 52 Wednesdays without the excluded one, each of which needs a slot within a year.
    #expect(shapes.count == 6 + 51)
    #expect(plan.exactUntil == nil)
  }

  @Test func `an occurrence with another title never shares a repeating trigger`() throws {
    let event = try TestCalendars.event(start: "Europe/Berlin:20251201T090000", rule: "FREQ=WEEKLY")
    let other = try TestCalendars.override(at: "Europe/Berlin:20260202T090000", title: "Other")
    let options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", horizon: "P60D")
    let plan = try ReadPlan(of: [event, other], options)
    // Mondays: 5, 12, 19, 26 January, 2 (exception), 9, 16, 23 February. All except 2 February are
    // nth weekdays of their month.
    let others =
      (1...4).map { "month=1 weekday=2 ordinal=\($0) hour=9 minute=0 second=0: Title" }
      + (2...4).map { "month=2 weekday=2 ordinal=\($0) hour=9 minute=0 second=0: Title" }
    #expect(
      plan.requests.map { "\($0.trigger.dateComponents.text): \($0.content.title)" }.sorted()
        == others + ["year=2026 month=2 day=2 hour=9 minute=0 second=0: Other"])
  }
}
