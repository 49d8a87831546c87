import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import ReminderCompiler
import SystemdTimers
import Testing
import TimerCompiler

@Suite struct TimerBoundTests {
  @Test func `a series without a pattern is cut at a thousand lines, with a diagnostic`() throws {
    // 91 minutes apart: no few lines describe a year of such times.
    let event = try TestCalendars.event(
      start: "20260101T000000Z", rule: "FREQ=MINUTELY;INTERVAL=91")
    let options = try TestCalendars.timerOptions(now: "2026-01-01T00:00:00Z", horizon: "P1Y")
    let plan = TimerPlan(of: [event], options)
    let lines = TimerText.lines(plan)
    #expect(lines.count <= 1_000)
    let wanted = TestCalendars.fires([event], options.compiler).map(\.at).filter {
      $0 > options.now
    }
    let cut = try #require(plan.exactUntil)
    #expect(plan.diagnostics.map(\.code) == ["due-now", "lines-cut"])
    let message = try #require(plan.diagnostics.last?.message)
    #expect(message.contains("\(cut)"), "\(message)")
    // All fires before the limit are in the lines, and no others.
    let expressions = try lines.map { try CalendarExpression(parsing: $0) }
    let fires = CalendarExpression.elapses(
      of: expressions, in: options.now + 1..<options.window.upperBound, localZone: .gmt,
      zone: { _ in nil })
    #expect(fires == wanted.filter { $0 < cut })
    #expect(fires.count >= 1_000)
  }

  @Test func `many timers share the lines of dates without a pattern`() throws {
    // A prime number of minutes, so no line covers two of its times.
    let dense = try TestCalendars.event(
      "dense", start: "20260101T000000Z", rule: "FREQ=MINUTELY;INTERVAL=101")
    let daily = try TestCalendars.event(
      "daily", start: "20260101T090000Z", rule: "FREQ=DAILY", title: "Daily")
    let gone = try (0..<399).map { try TestCalendars.event("\($0)", start: "20250101T090000Z") }
    let options = try TestCalendars.timerOptions(now: "2026-01-01T00:00:00Z", horizon: "P60D")
    let plan = TimerPlan(of: [dense, daily] + gone, options)
    // Each of 401 reminders has 498 of 200,000 lines: one instant each 101 minutes.
    #expect(plan.diagnostics.filter { $0.code == "lines-cut" }.map(\.uid) == ["dense"])
    let lines = TimerText.lines(plan)
    #expect(lines.contains("*-*-* 09:00:00 UTC"))
    #expect(lines.count == 498 + 1)
    let cut = try #require(plan.exactUntil)
    #expect(cut == options.now + 499 * 101 * 60)
  }

  @Test func `many daily reminders keep their repeating lines`() throws {
    // Two times of day each, by the estimate, are more than the limit of all.
    let events = try (0..<50_010).map { number in
      try TestCalendars.event(
        "\(number)", start: "20251201T\(10 + number % 10)\(10 + number % 50)00Z",
        rule: "FREQ=DAILY", title: "\(number)")
    }
    let options = try TestCalendars.timerOptions(now: "2026-01-01T00:00:00Z", horizon: "P1D")
    let plan = TimerPlan(of: events, options)
    #expect(!plan.diagnostics.contains { $0.code == "patterns-limited" })
    #expect(TimerText.lines(plan).contains("*-*-* 10:10:00 UTC"))
  }

  @Test(arguments: [(5, true), (10, false)])
  func `alarms at too many times of day are only followed to the horizon`(
    count: Int, isFollowed: Bool
  ) throws {
    let event = try TestCalendars.event(
      start: "20260101T000000Z", rule: "FREQ=MINUTELY",
      alarms: (0..<count).map { "-PT\(2 * $0 + 1)S" })
    let options = try TestCalendars.timerOptions(
      now: "2026-01-01T00:00:00Z", zone: "GMT", horizon: "P2D")
    let plan = TimerPlan(of: [event], options)
    #expect(plan.exactUntil == nil)
    #expect(plan.diagnostics.map(\.code).contains("patterns-limited") != isFollowed)
    let expressions = try TimerText.lines(plan).map { try CalendarExpression(parsing: $0) }
    #expect(expressions.contains { $0.years == .every } == isFollowed)
    let fires = CalendarExpression.elapses(
      of: expressions, in: options.now + 1..<options.window.upperBound, localZone: .gmt,
      zone: { _ in nil })
    #expect(fires.count == count * 2 * 1_440)
    #expect(
      fires
        == TestCalendars.fires([event], options.compiler).map(\.at).filter { $0 > options.now }
        .sorted())
  }

  @Test func `more than a thousand units cause a warning if they were requested`() throws {
    let events = try (0..<501).map {
      try TestCalendars.event("event-\($0)", start: "20260601T090000Z", title: "Title \($0)")
    }
    var options = try TestCalendars.timerOptions(now: "2026-01-01T00:00:00Z")
    #expect(TimerPlan(of: events, options).diagnostics.map(\.code) == [])
    options.limit = 501
    let diagnostics = TimerPlan(of: events, options).diagnostics
    #expect(diagnostics.map(\.code) == ["units-many"])
    #expect(diagnostics.first?.message.hasPrefix("1002 units") == true)
  }
}

/// Timers near 1970, where day numbers and instants change their sign.
@Suite struct EarlyTimerTests {
  // 19:00 in New York is midnight in Greenwich: the local time of now is in the previous year.
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", "19700112T090000", "1970-01-12 09:00:00"),
    // systemd doesn't support the year 1969, which it still is in New York only.
    ("1970-01-01T00:00:00Z", "19691231T230000", "1970-01-01 04:00:00 UTC"),
    ("1969-12-31T23:59:59Z", "19700112T090000", "1970-01-12 09:00:00"),
  ])
  func `a date in January 1970 is one line, also from a local time in 1969`(
    now: String, start: String, line: String
  ) throws {
    let event = try TestCalendars.event(start: start)
    let options = try TestCalendars.timerOptions(now: now, zone: "America/New_York")
    let plan = TimerPlan(of: [event], options)
    #expect(TimerText.lines(plan) == [line])
    #expect(plan.exactUntil == nil)
  }

  @Test(arguments: ["1969-06-01T00:00:00Z", "1900-01-01T00:00:00Z"])
  func `fires before 1970 are reported as left out`(_ now: String) throws {
    let start = try TestCalendars.instant(now)
    let event = try TestCalendars.event(
      start: (start + 3 * 86_400).civilInUTC.basicFormat, rule: "FREQ=DAILY;COUNT=3")
    let options = try TestCalendars.timerOptions(now: now, zone: "America/New_York")
    let plan = TimerPlan(of: [event], options)
    #expect(TimerText.lines(plan).isEmpty)
    #expect(plan.exactUntil == TestCalendars.fires([event], options.compiler).first?.at)
  }
}
