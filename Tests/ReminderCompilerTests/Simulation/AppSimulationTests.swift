import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import SeededRandom
import Testing

@testable import ReminderCompiler
@testable import ReminderExpansion
@testable import ReminderOptions
@testable import ReminderPlanning
@testable import ReminderPlans

/// Compares an app that is opened sometimes, or never, with the promises of its plan.
@Suite struct AppSimulationTests {
  private func weekly(_ options: NotificationOptions) -> [Instant] {
    stride(
      from: options.now.secondsSince1970, to: options.window.upperBound.secondsSince1970,
      by: 7 * 86_400
    ).map(Instant.init(secondsSince1970:))
  }

  /// Series of all kinds: some repeat, some end, some have exceptions, some are biweekly.
  private func mixed() throws -> [CalendarComponent] {
    [
      try TestCalendars.event(
        "stand-up", start: "Europe/Berlin:20251201T090000", rule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"
      ),
      try TestCalendars.event(
        "course", start: "Europe/Berlin:20251202T180000", rule: "FREQ=WEEKLY;COUNT=20",
        exceptions: ["Europe/Berlin:20260106T180000"]),
      try TestCalendars.event(
        "paper", start: "Europe/Berlin:20251203T190000", rule: "FREQ=WEEKLY;INTERVAL=2"),
      try TestCalendars.event(
        "payday", start: "20251226", rule: "FREQ=MONTHLY;BYDAY=-1FR", alarms: ["PT9H"]),
      try TestCalendars.event(
        "night", start: "Europe/Berlin:20251201T023000", rule: "FREQ=DAILY",
        alarms: ["PT0S+1xPT10M"]),
      try TestCalendars.event(
        "holiday", start: "Europe/Berlin:20251201T120000", rule: "FREQ=DAILY;UNTIL=20260215T110000Z"
      ),
    ]
  }

  @Test func `half a year of weekly openings misses nothing`() throws {
    let options = try TestCalendars.options(
      now: "2026-01-01T00:00:00Z", horizon: "P184D", limit: 20)
    let playback = try Compilation(
      of: try mixed(), options
    ).appSimulation(openings: weekly(options))
    #expect(playback.openings == 26)
    #expect(playback.verdict.missedFirst == 0 && playback.verdict.missedRepeats == 0)
    #expect(playback.verdict.unexpected == 0)
    #expect(playback.verdict.exactUntil == nil && playback.verdict.repeatsUntil == nil)
    let expected = TestCalendars.fires(try mixed(), options.compiler).filter { $0.at > options.now }
    #expect(playback.fires.count == expected.count)
    // Without another opening, the same slots aren't enough for the period.
    #expect(Compilation(of: try mixed(), options).plan.exactUntil != nil)
    #expect(playback.changes.added > 0)
  }

  @Test(arguments: 0..<20)
  func `without an opening, the verdict is that of the plan`(_ seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let components = try mixed().filter { _ in !random.oneIn(3) }
    let options = try TestCalendars.options(
      now: "2026-01-01T00:00:00Z", horizon: "P\(random.number(20...200))D",
      limit: random.number(1...15))
    let plan = Compilation(of: components, options).plan
    let playback = try Compilation(of: components, options).appSimulation(openings: [])
    #expect(playback.verdict == plan.verdict, "seed \(seed)")
    #expect(playback.verdict.exactUntil == plan.exactUntil, "seed \(seed)")
    let dropped = plan.dropped.filter { $0.reason != .dueNow }.reduce(0) { $0 + $1.count }
    #expect(
      playback.verdict.missedFirst + playback.verdict.missedRepeats == dropped, "seed \(seed)")
    // Unexpected fires begin with the first request that had to be removed.
    let removal = plan.requests.compactMap(\.removeBy).min()
    #expect(playback.verdict.unexpected == 0 || removal != nil, "seed \(seed)")
    #expect(playback.fires.map(\.at) == plan.simulated(onDeviceIn: options.deviceZone).map(\.at))
  }

  @Test func `an opening in time removes requests that must be removed`() throws {
    // No Sundays: a daily trigger that ends, or six weekly ones; the rule ends on 1 March.
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20251201T090000", rule: "FREQ=DAILY;UNTIL=20260301T080000Z")
    let options = try TestCalendars.options(
      now: "2026-01-01T00:00:00Z", horizon: "P90D", limit: 3)
    let plan = Compilation(of: [event], options).plan
    let removeBy = try #require(plan.requests.compactMap(\.removeBy).first)
    #expect(
      try Compilation(of: [event], options).appSimulation(openings: []).verdict.unexpected > 0)
    let opened = try Compilation(of: [event], options).appSimulation(openings: [removeBy + -1])
    #expect(opened.verdict.unexpected == 0 && opened.verdict.missedFirst == 0)
    #expect(opened.changes.added == 0)
  }

  @Test func `a fire at the instant of an opening is delivered`() throws {
    let event = try TestCalendars.event(start: "20251201T090000Z", rule: "FREQ=DAILY;INTERVAL=2")
    let options = try TestCalendars.options(
      now: "2026-01-01T00:00:00Z", horizon: "P30D", limit: 2)
    let openings = try (0..<15).map {
      try TestCalendars.instant("2026-01-02T09:00:00Z") + $0 * 2 * 86_400 + -86_400
    }
    let playback = try Compilation(of: [event], options).appSimulation(openings: openings)
    #expect(playback.verdict.missedFirst == 0 && playback.verdict.unexpected == 0)
  }

  @Test(arguments: [1, 2, 5])
  func `foreign requests have the effect of a smaller limit`(_ slots: Int) throws {
    let options = try TestCalendars.options(
      now: "2026-01-01T00:00:00Z", horizon: "P60D", limit: slots)
    var crowded = options
    crowded.limit = 20
    crowded.pending = PendingIdentifiers((slots..<20).map { "foreign-\($0)" })
    let alone = try Compilation(of: try mixed(), options).appSimulation(openings: weekly(options))
    let among = try Compilation(of: try mixed(), crowded).appSimulation(openings: weekly(options))
    #expect(among.fires == alone.fires)
    #expect(among.verdict == alone.verdict)
    #expect(alone.verdict.missedFirst > 0)
  }

  @Test func `a fire after removeBy doesn't count as delivered`() throws {
    // Due 24 hours after 22:00. In Berlin that differs by an hour once in spring; afterwards a
    // daily trigger would be right again, but its plan has it removed.
    var toDo = try TestCalendars.event(
      start: "Europe/Berlin:20260101T220000", rule: "FREQ=DAILY", alarms: [])
    toDo.extent = .lasting(CalendarDuration(seconds: 86_400))
    toDo.alarms = [Alarm(.relative(.zero, to: .end))]
    let options = try TestCalendars.options(
      now: "2026-02-01T00:00:00Z", horizon: "P120D", limit: 1)
    let plan = Compilation(of: [toDo], options).plan
    let removeBy = try #require(plan.requests.first?.removeBy)
    let playback = try Compilation(of: [toDo], options).appSimulation(openings: [])
    #expect(playback.verdict == plan.verdict)
    #expect(plan.verdict.missedFirst == plan.dropped.first?.count)
    let expected = TestCalendars.fires([toDo], options.compiler)
    #expect(playback.verdict.missedFirst == expected.count { $0.at >= removeBy })
    #expect(playback.verdict.unexpected == playback.fires.count { $0.at >= removeBy })
  }
}

@Suite struct SimulationLimitTests {
  /// Three alerts at 09:00 each day, and one at 12:00 each Monday.
  private func calendar() throws -> ([CalendarComponent], NotificationOptions) {
    let options = try TestCalendars.options(
      now: "2026-01-04T10:00:00Z", zone: "GMT", horizon: "P60D")
    let components = try [
      TestCalendars.event("a@example.org", start: "20260101T090000Z", rule: "FREQ=DAILY"),
      TestCalendars.event("b@example.org", start: "20260101T090000Z", rule: "FREQ=DAILY"),
      TestCalendars.event("c@example.org", start: "20260101T090000Z", rule: "FREQ=DAILY"),
      TestCalendars.event(
        "d@example.org", start: "20260105T120000Z", rule: "FREQ=WEEKLY;BYDAY=MO"),
    ]
    return (components, options)
  }

  // 5 January, a Monday, has four fires; each of the following days has three.
  @Test(arguments: [
    (0, 0, "2026-01-05T09:00:00Z" as String?), (1, 0, "2026-01-05T09:00:00Z"),
    (3, 3, "2026-01-05T12:00:00Z"), (4, 4, "2026-01-06T09:00:00Z"),
    (6, 4, "2026-01-06T09:00:00Z"), (7, 7, "2026-01-07T09:00:00Z"), (3 * 60 + 9, 3 * 60 + 9, nil),
  ])
  func `all fires of an instant are listed, or none`(limit: Int, count: Int, cut: String?)
    throws
  {
    let (components, options) = try calendar()
    let plan = Compilation(of: components, options).plan
    let all = plan.simulated(onDeviceIn: options.deviceZone)
    #expect(all.count == 3 * 60 + 9)
    let some = plan.simulation(onDeviceIn: options.deviceZone, limit: limit)
    #expect(some.fires.map(\.at) == all.prefix(count).map(\.at))
    #expect(some.fires.map(\.identifier) == all.prefix(count).map(\.identifier))
    #expect(some.cut?.description == cut)
    #expect(some.diagnostics.map(\.code) == (cut == nil ? [] : ["simulation-cut"]))
  }

  /// Openings of an app after now, and the result.
  struct Opening: Sendable {
    let openings: [String]
    let compilations: [String]
    let limit: Int
    let count: Int
    let cut: String
  }

  // 5 January has four fires, and the 6th three at 09:00: a limit of six leaves room for two of
  // them; seven leaves none for the 7th.
  @Test(arguments: [
    Opening(
      openings: ["2026-01-05T10:00:00Z", "2026-01-06T08:59:59Z"],
      compilations: ["2026-01-05T10:00:00Z", "2026-01-06T08:59:59Z"], limit: 6, count: 4,
      cut: "2026-01-06T09:00:00Z"),
    Opening(
      openings: ["2026-01-05T10:00:00Z", "2026-01-06T09:00:00Z"],
      compilations: ["2026-01-05T10:00:00Z"], limit: 6, count: 4, cut: "2026-01-06T09:00:00Z"),
    Opening(
      openings: ["2026-01-07T08:00:00Z", "2026-01-08T08:00:00Z"], compilations: [], limit: 6,
      count: 4, cut: "2026-01-06T09:00:00Z"),
    Opening(
      openings: ["2026-01-07T08:00:00Z", "2026-01-08T08:00:00Z"],
      compilations: ["2026-01-07T08:00:00Z"], limit: 7, count: 7, cut: "2026-01-07T09:00:00Z"),
  ])
  func `an opening after the cut is not simulated`(_ row: Opening) throws {
    let (components, options) = try calendar()
    var compiledAt: [Instant] = []
    let app = try SimulatedApp.simulated(
      on: NotificationTarget(options), openings: row.openings.map(TestCalendars.instant),
      itinerary: Itinerary(in: options.deviceZone), limit: row.limit
    ) {
      compiledAt.append($0.now)
      return Compilation(of: components, $0).plan
    }
    #expect(compiledAt.map(\.description) == ["2026-01-04T10:00:00Z"] + row.compilations)
    #expect(app.openings == row.compilations.count)
    #expect(app.cut?.description == row.cut)
    #expect(app.fires.count == row.count)
    let expansion = Expansion(components, options: options.compiler)
    let playback = app.appSimulation(of: app.validated(against: expansion), faults: [])
    // Fires after the cut don't count as missed.
    #expect(playback.verdict.missedFirst == 0 && playback.verdict.unexpected == 0)
    #expect(playback.verdict.exactUntil?.description == row.cut)
    #expect(playback.diagnostics.map(\.code) == ["simulation-cut"])
  }
}

/// Compares the outcome of each fire with plans, app simulations and lists of fires, which are
/// counted separately.
@Suite struct TimelineTests {
  private func count(_ timeline: Timeline, _ outcomes: Set<FireOutcome>) -> Int {
    timeline.series.reduce(0) { sum, series in outcomes.reduce(sum) { $0 + series.count($1) } }
  }

  private static let missed: Set<FireOutcome> = [
    .missed, .missedRepeat, .unrenewed, .unrenewedRepeat,
  ]

  @Test(arguments: UInt64(0)..<25)
  func `each expected, dropped or unexpected fire has one outcome`(_ seed: UInt64) throws {
    let calendar = try RandomCalendar(seed: seed)
    let (components, options) = (calendar.components, calendar.options)
    let plan = Compilation(of: components, options).plan
    let timeline = try Compilation(of: components, options).timeline()
    #expect(timeline.verdict == plan.verdict, "seed \(seed): \(calendar)")
    #expect(timeline.omitted == 0 && timeline.cut == nil)

    let dropped = plan.dropped.filter { $0.reason != .dueNow }
    #expect(
      count(timeline, Self.missed) == dropped.reduce(0) { $0 + $1.count }, "seed \(seed)")
    #expect(
      count(timeline, [.missed, .missedRepeat])
        == dropped.reduce(0) { $0 + $1.countBeforeRenewal }, "seed \(seed)")
    #expect(
      count(timeline, Self.missed.union([.fired, .dueNow])) == plan.fireCount, "seed \(seed)")
    #expect(count(timeline, [.echo]) == plan.verdict.echoes, "seed \(seed)")
    #expect(
      count(timeline, [.unexpected, .overstaying]) == plan.verdict.unexpected, "seed \(seed)")
    let simulated = plan.simulated(onDeviceIn: options.deviceZone)
    #expect(simulated.count(where: \.isUnexpected) == plan.verdict.unexpected, "seed \(seed)")
    for outcome in FireOutcome.allCases {
      #expect(timeline.count(outcome) == count(timeline, [outcome]))
    }

    let fired = timeline.series.flatMap(\.events)
      .filter { [.fired, .echo, .unexpected, .overstaying].contains($0.outcome) }.map(\.at).sorted()
    guard timeline.series.allSatisfy({ $0.events.count == $0.count }) else { return }
    #expect(fired == simulated.map(\.at), "seed \(seed)")
  }

  @Test(arguments: UInt64(0)..<8)
  func `an app that is opened has the verdict of its playback`(_ seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let calendar = try RandomCalendar(seed: seed &+ 1_000)
    let (components, options) = (calendar.components, calendar.options)
    let days = random.number(3...20)
    let openings = stride(
      from: options.now.secondsSince1970, to: options.window.upperBound.secondsSince1970,
      by: days * 86_400
    ).dropFirst(random.number(0...1)).map(Instant.init(secondsSince1970:))
    let controls = SystemControls(summary: SummarySchedule("08:00,18:00"))
    let playback = try Compilation(
      of: components, options
    ).appSimulation(openings: openings, under: controls)
    let timeline = try Compilation(
      of: components, options
    ).timeline(openings: openings, under: controls)
    #expect(timeline.verdict == playback.verdict, "seed \(seed): \(calendar)")
    #expect(playback.fires.count(where: \.isUnexpected) == playback.verdict.unexpected)
    #expect(timeline.renewBy == playback.renewBy)
    #expect(timeline.delays?.tooLate == playback.delays?.tooLate)
    #expect(count(timeline, [.unrenewed, .unrenewedRepeat]) == 0)
    #expect(
      count(timeline, [.fired, .delayed, .tooLate, .echo, .unexpected, .overstaying])
        == playback.fires.count, "seed \(seed)")
  }

  @Test func `days are in the device's zone, and stop after three years`() throws {
    let event = try TestCalendars.event(
      start: "Asia/Kolkata:20260101T003000", rule: "FREQ=DAILY", alarms: ["PT0S"])
    var options = try TestCalendars.options(
      now: "2026-01-01T12:00:00Z", zone: "Europe/Berlin", horizon: "P5Y")
    options.renewWithin = try TestCalendars.duration("P5Y")
    let plan = Compilation(of: [event], options).plan
    let timeline = try Compilation(of: [event], options).timeline()
    // 00:30 in Kolkata is 20:00 of the previous day in Berlin.
    #expect("\(timeline.days.date(ofDay: 0))" == "2026-01-01")
    #expect(timeline.days.count == 1_096 && timeline.days.areCut)
    let series = try #require(timeline.series.first)
    let days = try #require(series.days(.fired))
    #expect(Array(days) == Array(0..<1_096))
    #expect(series.count == plan.fireCount && plan.fireCount > 1_800)
    #expect(series.events.count == 1_096)
  }

  @Test func `the rows of one file don't displace another's`() throws {
    func event(_ number: Int, in file: String) throws -> CalendarComponent {
      var event = try TestCalendars.event(
        "\(file)-\(number)", start: "Europe/Berlin:20260105T090000", alarms: ["PT0S"])
      event.location = SourceLocation(file: file, line: 1)
      return event
    }
    let loud = try (0..<2_500).map { try event($0, in: "a.ics") }
    let quiet = try (0..<5).map { try event($0, in: "z.ics") }
    let options = try TestCalendars.options(now: "2026-01-01T12:00:00Z", limit: 4)
    let timeline = try Compilation(of: loud + quiet, options).timeline()
    #expect(timeline.series.count { $0.location?.file == "z.ics" } == 5)
    #expect(timeline.series.count + timeline.omitted == 2_505)
    #expect(timeline.series.count == 2_000)
    #expect(timeline.series.allSatisfy { $0.events.count == $0.count })
  }

  @Test func `a fire delayed by a summary has the time at which it is seen`() throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20260102T100000", alarms: ["-PT5M"])
    let options = try TestCalendars.options(now: "2026-01-01T12:00:00Z")
    let timeline = try Compilation(of: [event], options).timeline(
      under: SystemControls(summary: SummarySchedule("18:00")))
    let told = try #require(timeline.series.first?.events.first)
    #expect(told.outcome == .tooLate)
    #expect(told.seenAt == (try TestCalendars.instant("2026-01-02T17:00:00Z")))
  }
}
