import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import ReminderCompiler
import SeededRandom
import Testing

/// An app that is opened now and then, or never, against what its plan said.
@Suite struct PlaybackTests {
  private func weekly(_ options: NotificationOptions) -> [Instant] {
    stride(
      from: options.now.secondsSince1970, to: options.window.upperBound.secondsSince1970,
      by: 7 * 86_400
    ).map(Instant.init(secondsSince1970:))
  }

  /// Series of all kinds: some repeat, some end, some have holes, some are every other week.
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

  @Test func `half a year of weekly openings misses nothing that slots allow`() throws {
    let options = try TestCalendars.options(
      now: "2026-01-01T00:00:00Z", horizon: "P184D", limit: 20)
    let playback = try Compiler.playback(
      of: try mixed(), options, openings: weekly(options))
    #expect(playback.openings == 26)
    #expect(playback.verdict.missedFirst == 0 && playback.verdict.missedRepeats == 0)
    #expect(playback.verdict.spurious == 0)
    #expect(playback.verdict.exactUntil == nil && playback.verdict.repeatsUntil == nil)
    let asked = TestCalendars.fires(try mixed(), options.compiler).filter { $0.at > options.now }
    #expect(playback.fires.count == asked.count)
    // Without opening it again the same slots don't reach that far.
    #expect(Compiler.plan(for: try mixed(), options).exactUntil != nil)
    #expect(playback.changes.added > 0)
  }

  @Test(arguments: 0..<20)
  func `without an opening what goes wrong is what the plan said`(_ seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let components = try mixed().filter { _ in !random.oneIn(3) }
    let options = try TestCalendars.options(
      now: "2026-01-01T00:00:00Z", horizon: "P\(random.number(20...200))D",
      limit: random.number(1...15))
    let plan = Compiler.plan(for: components, options)
    let playback = try Compiler.playback(of: components, options, openings: [])
    #expect(playback.verdict == plan.verdict, "seed \(seed)")
    #expect(playback.verdict.exactUntil == plan.exactUntil, "seed \(seed)")
    let dropped = plan.dropped.filter { $0.reason != .dueNow }.reduce(0) { $0 + $1.count }
    #expect(
      playback.verdict.missedFirst + playback.verdict.missedRepeats == dropped, "seed \(seed)")
    // Spurious fires begin with the first request that had to be taken away.
    let removal = plan.requests.compactMap(\.removeBy).min()
    #expect(playback.verdict.spurious == 0 || removal != nil, "seed \(seed)")
    #expect(playback.fires.map(\.at) == plan.simulated(onDeviceIn: options.deviceZone).map(\.at))
  }

  @Test func `an opening in time takes away what has to be removed`() throws {
    // Sundays off: a daily trigger that ends, or six for weekdays; the rule ends on 1 March.
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20251201T090000", rule: "FREQ=DAILY;UNTIL=20260301T080000Z")
    let options = try TestCalendars.options(
      now: "2026-01-01T00:00:00Z", horizon: "P90D", limit: 3)
    let plan = Compiler.plan(for: [event], options)
    let removeBy = try #require(plan.requests.compactMap(\.removeBy).first)
    #expect(try Compiler.playback(of: [event], options, openings: []).verdict.spurious > 0)
    let opened = try Compiler.playback(of: [event], options, openings: [removeBy + -1])
    #expect(opened.verdict.spurious == 0 && opened.verdict.missedFirst == 0)
    #expect(opened.changes.added == 0)
  }

  @Test func `an app that is opened at a fire has heard it`() throws {
    let event = try TestCalendars.event(start: "20251201T090000Z", rule: "FREQ=DAILY;INTERVAL=2")
    let options = try TestCalendars.options(
      now: "2026-01-01T00:00:00Z", horizon: "P30D", limit: 2)
    let openings = try (0..<15).map {
      try TestCalendars.instant("2026-01-02T09:00:00Z") + $0 * 2 * 86_400 + -86_400
    }
    let playback = try Compiler.playback(of: [event], options, openings: openings)
    #expect(playback.verdict.missedFirst == 0 && playback.verdict.spurious == 0)
  }

  @Test(arguments: [1, 2, 5])
  func `requests of others leave an app what a smaller limit would`(_ slots: Int) throws {
    let options = try TestCalendars.options(
      now: "2026-01-01T00:00:00Z", horizon: "P60D", limit: slots)
    var crowded = options
    crowded.limit = 20
    crowded.pending = PendingIdentifiers((slots..<20).map { "foreign-\($0)" })
    let alone = try Compiler.playback(of: try mixed(), options, openings: weekly(options))
    let among = try Compiler.playback(of: try mixed(), crowded, openings: weekly(options))
    #expect(among.fires == alone.fires)
    #expect(among.verdict == alone.verdict)
    #expect(alone.verdict.missedFirst > 0)
  }

  @Test func `a request that should have been taken away answers nothing any more`() throws {
    // Due 24 hours after ten in the evening: in Berlin that is an hour off once in spring, after
    // which a daily trigger is right again, though its plan has it removed.
    var toDo = try TestCalendars.event(
      start: "Europe/Berlin:20260101T220000", rule: "FREQ=DAILY", alarms: [])
    toDo.extent = .lasting(CalendarDuration(seconds: 86_400))
    toDo.alarms = [Alarm(.relative(.zero, to: .end))]
    let options = try TestCalendars.options(
      now: "2026-02-01T00:00:00Z", horizon: "P120D", limit: 1)
    let plan = Compiler.plan(for: [toDo], options)
    let removeBy = try #require(plan.requests.first?.removeBy)
    let playback = try Compiler.playback(of: [toDo], options, openings: [])
    #expect(playback.verdict == plan.verdict)
    #expect(plan.verdict.missedFirst == plan.dropped.first?.count)
    let asked = TestCalendars.fires([toDo], options.compiler)
    #expect(playback.verdict.missedFirst == asked.count { $0.at >= removeBy })
    #expect(playback.verdict.spurious == playback.fires.count { $0.at >= removeBy })
  }
}
