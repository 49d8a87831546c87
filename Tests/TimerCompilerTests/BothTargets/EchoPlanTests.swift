import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import ReminderCompiler
import TestPrograms
import Testing
import TimerCompiler

/// Plans for rules with steps of an hour or less, across the repeated hour.
///
/// Berlin's clock goes back at 2026-10-25T01:00:00Z, New York's at 2026-11-01T06:00:00Z, Lord
/// Howe's by half an hour at 2026-04-04T15:00:00Z (Python's zoneinfo).
@Suite struct EchoPlanTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let rule, start, trigger, now: String
    /// The number of triggers that cover all fires, and their echoes.
    let slots: Int
    let echoes: [String]
    var testDescription: String { "\(start) \(rule) \(trigger) from \(now)" }

    init(
      _ rule: String, from start: String = "Europe/Berlin:20251201T001500",
      _ trigger: String = "PT0S", now: String = "2026-10-20T00:05:00Z", slots: Int = 1,
      are echoes: [String]
    ) {
      (self.rule, self.start, self.trigger, self.now) = (rule, start, trigger, now)
      (self.slots, self.echoes) = (slots, echoes)
    }

    var event: CalendarComponent {
      get throws { try TestCalendars.event(start: start, rule: rule, alarms: [trigger]) }
    }

    var options: NotificationOptions {
      get throws { try TestCalendars.options(now: now, horizon: "P20D") }
    }
  }

  static let quarters = [
    "2026-10-25T01:00:00Z", "2026-10-25T01:15:00Z", "2026-10-25T01:30:00Z", "2026-10-25T01:45:00Z",
  ]

  static let rows = [
    Row("FREQ=HOURLY", are: ["2026-10-25T01:15:00Z"]),
    Row("FREQ=MINUTELY;INTERVAL=15", slots: 4, are: quarters),
    // The second pass is expected, the first is an echo.
    Row("FREQ=HOURLY", "-PT1H", are: ["2026-10-25T00:15:00Z"]),
    Row(
      "FREQ=MINUTELY;INTERVAL=30", "-PT30M", slots: 2,
      are: ["2026-10-25T00:45:00Z", "2026-10-25T01:15:00Z"]),
    // The request is added within the hour: 02:15 has passed and is repeated.
    Row("FREQ=HOURLY", now: "2026-10-25T00:30:00Z", are: ["2026-10-25T01:15:00Z"]),
    Row("FREQ=HOURLY", now: "2026-10-25T01:00:00Z", are: ["2026-10-25T01:15:00Z"]),
    Row("FREQ=HOURLY", now: "2026-10-25T01:30:00Z", are: []),
    Row(
      "FREQ=HOURLY", from: "America/New_York:20251201T001500", are: ["2026-11-01T06:15:00Z"]),
    Row(
      "FREQ=HOURLY", from: "America/New_York:20251201T001500", "-PT1H",
      are: ["2026-11-01T05:15:00Z"]),
    Row(
      "FREQ=MINUTELY;INTERVAL=15", from: "Australia/Lord_Howe:20251201T000000",
      now: "2026-03-30T00:05:00Z", slots: 4,
      are: ["2026-04-04T15:00:00Z", "2026-04-04T15:15:00Z"]),
    Row(
      "FREQ=HOURLY", from: "Australia/Lord_Howe:20251201T004500", now: "2026-03-30T00:05:00Z",
      are: ["2026-04-04T15:15:00Z"]),
    Row(
      "FREQ=HOURLY", from: "Australia/Lord_Howe:20251201T001500", now: "2026-03-30T00:05:00Z",
      are: []),
    Row("FREQ=HOURLY;INTERVAL=6", from: "Europe/Berlin:20251201T021500", slots: 4, are: []),
  ]

  @Test(arguments: rows)
  func `an hourly trigger fires echoes, and is exact to the end of the proof`(
    _ row: Row
  ) throws {
    let (event, options) = (try row.event, try row.options)
    let plan = Compilation(of: [event], options).plan
    #expect(plan.requests.count == row.slots)
    #expect(plan.requests.allSatisfy { $0.removeBy == nil && $0.trigger.repeats })
    #expect(
      try plan.requests.allSatisfy {
        $0.provenUntil == (try TestCalendars.instant("2100-01-01T00:00:00Z"))
      })
    #expect(plan.exactUntil == nil && plan.renewBy == nil && plan.dropped.isEmpty)
    #expect(plan.verdict.unexpected == 0 && plan.verdict.missedFirst == 0)
    #expect(plan.verdict.echoes == row.echoes.count)
    let simulated = plan.simulated(onDeviceIn: options.deviceZone)
    #expect(simulated.filter(\.isEcho).map(\.at.description) == row.echoes)
    let expected = TestCalendars.fires([event], options.compiler)
    #expect(expected.allSatisfy { !$0.isEcho })
    #expect(simulated.filter { !$0.isEcho }.map(\.at) == expected.map(\.at))
  }

  @Test(arguments: rows)
  func `a timer fires echoes instead of having more lines`(_ row: Row) throws {
    let (event, options) = (try row.event, try row.options)
    let plan = TimerPlan(of: [event], options.timers)
    #expect(plan.exactUntil == nil && plan.dropped.isEmpty)
    var strict = options.timers
    strict.repeatedHour = .once
    let strictPlan = TimerPlan(of: [event], strict)
    #expect(strictPlan.exactUntil == nil && strictPlan.echoes == 0)
    #expect(TimerText.lines(plan).count <= TimerText.lines(strictPlan).count)
  }

  @Test(
    .enabled(if: SystemdAnalyze.isInstalled, "systemd-analyze is not installed"), arguments: rows)
  func `systemd elapses at the expected times and at echoes`(_ row: Row) throws {
    let (event, options) = (try row.event, try row.options)
    let expected = TestCalendars.fires([event], options.compiler).map(\.at)
    let plan = TimerPlan(of: [event], options.timers)
    let elapses = try SystemdClock.elapses(
      TimerText.lines(plan), after: options.now, before: options.window.upperBound,
      zone: "Europe/Berlin", count: expected.count + row.echoes.count + 1)
    #expect(elapses.filter { !row.echoes.contains($0.description) } == expected)
  }

  @Test func `without echoes, an hourly trigger must be removed before the repeated hour`() throws {
    let event = try TestCalendars.event(start: "Europe/Berlin:20251201T001500", rule: "FREQ=HOURLY")
    for (passes, removeBy) in [
      (RepeatedHour.either, nil), (.once, try TestCalendars.instant("2026-10-25T01:15:00Z")),
    ] {
      var options = try TestCalendars.options(now: "2026-01-01T00:05:00Z", limit: 1)
      options.repeatedHour = passes
      let plan = Compilation(of: [event], options).plan
      // Every pass: 8,760 hours less the missing and the repeated one, plus the repeated one.
      #expect(plan.requests.first?.removeBy == removeBy)
      #expect(plan.verdict.echoes == (passes == .either ? 1 : 0))
      #expect((plan.verdict.missedFirst == 0) == (passes == .either))
      #expect(plan.verdict.unexpected == 0 || passes == .once)
    }
  }

  @Test func `each repeat has its echoes`() throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20251201T001500", rule: "FREQ=HOURLY", alarms: ["PT0S+2xPT20M"])
    let options = try TestCalendars.options(now: "2026-10-20T00:05:00Z", horizon: "P20D")
    let plan = Compilation(of: [event], options).plan
    #expect(plan.requests.count == 3)
    #expect(plan.exactUntil == nil && plan.repeatsUntil == nil)
    let echoes = plan.simulated(onDeviceIn: options.deviceZone).filter(\.isEcho)
    #expect(
      echoes.map { "\($0.at) \($0.repetition)" } == [
        "2026-10-25T01:15:00Z 0", "2026-10-25T01:35:00Z 1", "2026-10-25T01:55:00Z 2",
      ])
    #expect(plan.verdict.echoes == 3 && plan.verdict.missedRepeats == 0)
  }

  @Test func `a daily series in the same plan has no echo`() throws {
    // 02:15 of each day: a daily trigger fires in the first pass only.
    let daily = try TestCalendars.event(
      "daily", start: "Europe/Berlin:20251201T021500", rule: "FREQ=DAILY", title: "Daily")
    let hourly = try TestCalendars.event(
      "hourly", start: "Europe/Berlin:20251201T001500", rule: "FREQ=HOURLY")
    let options = try TestCalendars.options(now: "2026-10-20T00:05:00Z", horizon: "P20D")
    let plan = Compilation(of: [daily, hourly], options).plan
    let echoes = plan.simulated(onDeviceIn: options.deviceZone).filter(\.isEcho)
    #expect(echoes.map(\.uid) == ["hourly"])
    #expect(plan.requests.count == 2 && plan.exactUntil == nil)
  }

  @Test func `two months of weekly openings miss nothing and have four echoes`() throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20251201T000000", rule: "FREQ=MINUTELY;INTERVAL=15")
    let options = try TestCalendars.options(now: "2026-09-20T00:05:00Z", horizon: "P60D")
    let openings = (1...8).map { options.now + $0 * 7 * 86_400 }
    let simulation = try Compilation(of: [event], options).appSimulation(openings: openings)
    let expected = TestCalendars.fires([event], options.compiler)
    #expect(simulation.verdict.missedFirst == 0 && simulation.verdict.unexpected == 0)
    #expect(simulation.verdict.exactUntil == nil && simulation.verdict.echoes == 4)
    #expect(simulation.fires.filter(\.isEcho).map(\.at.description) == EchoPlanTests.quarters)
    #expect(simulation.fires.count == expected.count + 4)
  }
}
