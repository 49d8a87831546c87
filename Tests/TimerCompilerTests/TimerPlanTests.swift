import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import ReminderCompiler
import TestPrograms
import Testing
import TimerCompiler

/// Compares the compiled lines with systemd.
@Suite struct TimerPlanTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let start, rule, trigger, now, horizon: String
    let exceptions: [String]
    var testDescription: String { "\(start) \(rule) \(trigger) from \(now)" }

    init(
      _ rule: String, from start: String = "Europe/Berlin:20251201T090000",
      _ trigger: String = "PT0S", now: String = "2026-01-01T00:00:00Z", to horizon: String = "P1Y",
      without exceptions: [String] = []
    ) {
      (self.start, self.rule, self.trigger) = (start, rule, trigger)
      (self.now, self.horizon, self.exceptions) = (now, horizon, exceptions)
    }
  }

  static let rows = [
    Row("FREQ=DAILY"),
    // In the gap of 29 March and in the repeated hour of 25 October.
    Row("FREQ=DAILY", from: "Europe/Berlin:20251201T023000"),
    Row("FREQ=DAILY", from: "Europe/Berlin:20251201T031500", "-PT1H"),
    Row("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", "-PT15M"),
    Row("FREQ=WEEKLY;BYDAY=SU", from: "Europe/Berlin:20251207T023000"),
    Row("FREQ=WEEKLY;INTERVAL=2"),
    Row("FREQ=WEEKLY;INTERVAL=2;BYDAY=SU", from: "Europe/Berlin:20251207T023000"),
    Row("FREQ=DAILY;COUNT=100"),
    Row("FREQ=WEEKLY;UNTIL=20260601T000000Z"),
    Row(
      "FREQ=DAILY",
      without: ["Europe/Berlin:20260311T090000", "Europe/Berlin:20260721T090000"]),
    Row("FREQ=MONTHLY;BYMONTHDAY=31", from: "Europe/Berlin:20251031T090000"),
    Row("FREQ=MONTHLY;BYMONTHDAY=-1", from: "Europe/Berlin:20251130T090000", "-P1D"),
    Row("FREQ=MONTHLY;BYDAY=2TU", from: "Europe/Berlin:20251209T090000"),
    Row("FREQ=MONTHLY;BYDAY=-1FR", from: "Europe/Berlin:20251128T090000"),
    Row("FREQ=YEARLY", from: "Europe/Berlin:20240229T090000", to: "P5Y"),
    Row(
      "FREQ=HOURLY;INTERVAL=6", from: "20251201T000000Z", now: "2026-03-20T00:00:00Z", to: "P20D"),
    Row(
      "FREQ=HOURLY", from: "Europe/Berlin:20251201T001500", now: "2026-10-20T00:00:00Z", to: "P8D"),
    Row(
      "FREQ=MINUTELY;INTERVAL=20", from: "Europe/Berlin:20251201T000000",
      now: "2026-03-28T12:00:00Z", to: "P2D"),
    Row("FREQ=DAILY", from: "America/New_York:20251201T013000"),
    Row("FREQ=DAILY", from: "Australia/Lord_Howe:20251201T014500"),
    Row("FREQ=DAILY", from: "20260105", "PT9H"),
    Row("", from: "Europe/Berlin:20261025T033000", "-PT1H"),
  ]

  @Test(
    .enabled(if: SystemdAnalyze.isInstalled, "systemd-analyze is not installed"), arguments: rows)
  func `systemd elapses exactly at the expected times`(_ row: Row) throws {
    let event = try TestCalendars.event(
      start: row.start, rule: row.rule.isEmpty ? nil : row.rule, alarms: [row.trigger],
      exceptions: row.exceptions)
    let options = try TestCalendars.timerOptions(now: row.now, horizon: row.horizon)
    let plan = TimerPlan(of: [event], options)
    let timers = plan.files.filter { $0.name.hasSuffix(".timer") }
    #expect(timers.count == 1)
    #expect(plan.exactUntil == nil)
    let lines = TimerText.lines(plan)
    #expect(!lines.isEmpty)
    let wanted = TestCalendars.fires([event], options.compiler).map(\.at).filter {
      $0 > options.now
    }
    let elapses = try SystemdClock.elapses(
      lines, after: options.now, before: options.window.upperBound, zone: "Europe/Berlin",
      count: wanted.count + 1)
    #expect(!wanted.isEmpty)
    #expect(elapses == wanted, "\(lines)")
  }

  @Test func `a series has a timer for each of its texts`() throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20251201T090000", rule: "FREQ=WEEKLY",
      alarms: ["PT0S+2xPT5M", "-PT1H"])
    let other = try TestCalendars.override(
      at: "Europe/Berlin:20260202T090000", alarms: ["PT0S", "-PT1H"], title: "Other")
    let second = try TestCalendars.event("second", start: "20260601T090000Z", title: "Title")
    let plan = TimerPlan(
      of: [event, other, second], try TestCalendars.timerOptions(now: "2026-01-01T00:00:00Z"))
    #expect(plan.timerCount == 3)
    #expect(plan.files.filter { $0.name.hasSuffix(".timer") }.count == 3)
    #expect(plan.files.filter { $0.name.hasSuffix(".service") }.count == 3)
    #expect(plan.files.filter { $0.name.hasSuffix(".target") }.count == 1)
    #expect(Set(plan.files.map(\.name)).count == 7)
  }

  @Test func `with too few slots, whole timers are left out, the latest first`() throws {
    let events = try (1...4).map {
      try TestCalendars.event("event-\($0)", start: "2026010\(9 - $0)T090000Z")
    }
    var options = try TestCalendars.timerOptions(now: "2026-01-01T00:00:00Z", reserve: 1)
    options.limit = 3
    let plan = TimerPlan(of: events, options)
    #expect(plan.timerCount == 2)
    // The fourth event fires first, on 5 January; the first on 8 January, the second on 7 January.
    #expect(plan.dropped.map(\.uid).sorted() == ["event-1", "event-2"])
    #expect(plan.exactUntil == (try TestCalendars.instant("2026-01-07T09:00:00Z")))
  }
}
