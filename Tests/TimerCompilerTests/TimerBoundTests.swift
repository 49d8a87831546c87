import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import ReminderCompiler
import SystemdTimers
import Testing
import TimerCompiler

/// Where timers end, and what is said of it.
@Suite struct TimerBoundTests {
  @Test func `what has no pattern is cut at a thousand lines, with a diagnostic`() throws {
    // 7 and 13 minutes past the last: a year of such times has no few lines.
    let event = try TestCalendars.event(
      start: "20260101T000000Z", rule: "FREQ=MINUTELY;INTERVAL=91")
    let options = try TestCalendars.timerOptions(now: "2026-01-01T00:00:00Z", horizon: "P1Y")
    let plan = Compiler.timerPlan(for: [event], options)
    let lines = TimerText.lines(plan)
    #expect(lines.count <= 1_000)
    let wanted = TestCalendars.fires([event], options.compiler).map(\.at).filter {
      $0 > options.now
    }
    let cut = try #require(plan.exactUntil)
    #expect(plan.diagnostics.map(\.code) == ["due-now", "lines-cut"])
    let message = try #require(plan.diagnostics.last?.message)
    #expect(message.contains("\(cut)"), "\(message)")
    // All before it is there, and nothing else.
    let expressions = try lines.map { try CalendarExpression(parsing: $0) }
    let fires = CalendarExpression.elapses(
      of: expressions, in: options.now + 1..<options.window.upperBound, localZone: .gmt,
      zone: { _ in nil })
    #expect(fires == wanted.filter { $0 < cut })
    #expect(fires.count >= 1_000)
  }

  @Test func `what has no pattern shares what is looked at, and is exact up to the cut`() throws {
    let sparse = try TestCalendars.event(
      "sparse", start: "20260101T090000Z", rule: "FREQ=DAILY", title: "Sparse")
    // A prime number of minutes: no two of them have times in common that a line could name.
    let dense = try (0..<60).map {
      try TestCalendars.event(
        "dense-\($0)", start: "20260101T0000\($0 < 10 ? "0" : "")\($0)Z",
        rule: "FREQ=MINUTELY;INTERVAL=101")
    }
    let options = try TestCalendars.timerOptions(now: "2026-01-01T00:00:00Z", horizon: "P1Y")
    let plan = Compiler.timerPlan(for: dense + [sparse], options)
    #expect(plan.diagnostics.count { $0.code == "lines-cut" } == 60)
    let cut = try #require(plan.exactUntil)
    // Of 40,000 each of 60 has 666, which is 46 days.
    #expect(cut > options.now + 46 * 86_400 && cut < options.now + 47 * 86_400)
    let expressions = try TimerText.lines(plan).map { try CalendarExpression(parsing: $0) }
    let fires = Set(
      expressions.flatMap {
        CalendarExpression.elapses(
          of: [$0], in: options.now + 1..<cut, localZone: .gmt, zone: { _ in nil })
      })
    let wanted = TestCalendars.fires(dense + [sparse], options.compiler).map(\.at).filter {
      $0 > options.now && $0 < cut
    }
    #expect(fires == Set(wanted))
    // The sparse one goes on for ever.
    #expect(expressions.contains { $0.years == .every })
    #expect(!plan.diagnostics.contains { $0.code == "lines-cut" && $0.uid == "sparse" })
  }

  @Test(arguments: [(5, true), (10, false)])
  func `alarms at too many times of day are followed to the horizon alone`(
    _ count: Int, _ isFollowed: Bool
  ) throws {
    let event = try TestCalendars.event(
      start: "20260101T000000Z", rule: "FREQ=MINUTELY",
      alarms: (0..<count).map { "-PT\(2 * $0 + 1)S" })
    let options = try TestCalendars.timerOptions(
      now: "2026-01-01T00:00:00Z", zone: "GMT", horizon: "P2D")
    let plan = Compiler.timerPlan(for: [event], options)
    #expect(plan.exactUntil == nil)
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

  @Test func `more than a thousand units are a warning where they were asked for`() throws {
    let events = try (0..<501).map {
      try TestCalendars.event("event-\($0)", start: "20260601T090000Z", title: "Title \($0)")
    }
    var options = try TestCalendars.timerOptions(now: "2026-01-01T00:00:00Z")
    #expect(Compiler.timerPlan(for: events, options).diagnostics.map(\.code) == [])
    options.limit = 501
    let diagnostics = Compiler.timerPlan(for: events, options).diagnostics
    #expect(diagnostics.map(\.code) == ["units-many"])
    #expect(diagnostics.first?.message.hasPrefix("1002 units") == true)
  }
}
