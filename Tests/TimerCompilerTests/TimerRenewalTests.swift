import CalendarFixtures
import CivilTime
import ICalendar
import ReminderCompiler
import SeededRandom
import SystemdTimers
import Testing
import TimerCompiler

/// Reminders beyond the limit are added by a renewal before they are due.
@Suite struct TimerRenewalTests {
  /// Single events on whole minutes, each with a different title.
  private func events(at instants: [Instant]) throws -> [CalendarComponent] {
    try instants.enumerated().map { index, instant in
      try TestCalendars.event(
        "event-\(index)", start: instant.civilInUTC.basicFormat + "Z", title: "Title \(index)")
    }
  }

  /// The fires if the calendar is compiled again whenever the renewal's timer elapses.
  private func played(
    _ events: [CalendarComponent], _ options: TimerOptions, until end: Instant
  ) throws -> (fires: [Instant], renewals: Int) {
    var options = options
    var fires: [Instant] = []
    var renewals = 0
    while options.now < end {
      let plan = TimerPlan(of: events, options)
      let files = plan.files(renewedBy: "/usr/bin/ics2notify", [])
      let renewal = try #require(files.first { $0.name == "ics2notify-renew.timer" })
      let next = try #require(elapses(renewal.text, after: options.now, until: nil).first)
      #expect(plan.renewal == next)
      // The renewal takes four seconds, during which the existing timers run.
      for file in files where file.name.hasSuffix(".timer") && file.name != renewal.name {
        fires += try elapses(file.text, after: options.now, until: next + 4)
      }
      options.now = next + 4
      renewals += 1
    }
    return (fires.filter { $0 < end }.sorted(), renewals)
  }

  private func elapses(
    _ text: String, after start: Instant, until end: Instant?
  ) throws -> [Instant] {
    CalendarExpression.elapses(
      of: try TimerText.lines(text).map { try CalendarExpression(parsing: $0) },
      in: start + 1..<(end.map { $0 + 1 } ?? start + 8 * 86_400), localZone: .gmt,
      zone: { _ in nil })
  }

  @Test(arguments: [nil, 84, 30, 13, 2])
  func `with any limit, none of twelve reminders a day is lost`(_ limit: Int?) throws {
    let start = try TestCalendars.instant("2026-01-01T07:30:00Z")
    let instants = (0..<14).flatMap { day in
      (0..<12).map { start + (day * 86_400 + ($0 + 1) * 3_600) }
    }
    var options = try TestCalendars.timerOptions(now: "2026-01-01T07:30:00Z", zone: "GMT")
    options.limit = limit
    let (fires, renewals) = try played(
      events(at: instants), options, until: start + 15 * 86_400)
    #expect(fires == instants)
    // Two weeks have two or three Mondays. Thirty timers last for two days; two last for an hour
    // or, overnight, for half a day.
    #expect(limit == nil ? renewals <= 3 : true)
    #expect(limit == 30 ? (10...15).contains(renewals) : true)
    #expect(limit == 2 ? renewals >= 13 * 12 : true)
  }

  @Test(arguments: 0..<15)
  func `a reminder is lost only if an hour has more reminders than timers`(_ seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let start = try TestCalendars.instant("2026-01-01T07:30:00Z")
    let limit = random.number(1...6)
    let span = random.pick([6, 30, 200, 2_000]) ?? 6
    let count = random.number(1...30)
    let instants = Set((0..<count).map { _ in start + random.number(1...span) * 300 }).sorted()
    var options = try TestCalendars.timerOptions(now: "2026-01-01T07:30:00Z", zone: "GMT")
    options.limit = limit
    let (fires, _) = try played(events(at: instants), options, until: start + 8 * 86_400)
    #expect(Set(fires).count == fires.count && Set(fires).isSubset(of: instants), "seed \(seed)")
    for lost in Set(instants).subtracting(fires) {
      // At the previous renewal, earlier reminders used all timers.
      let before = instants.count { $0 <= lost && $0 > lost + -3_900 - 300 }
      #expect(before > limit, "seed \(seed): \(lost)")
    }
  }

  @Test func `the soonest reminders fill a thousand units`() throws {
    let start = try TestCalendars.instant("2026-02-01T00:00:00Z")
    // In an order that doesn't follow time.
    let instants = (0..<600).map { start + ($0 * 7 % 600) * 3_600 }
    let options = try TestCalendars.timerOptions(now: "2026-01-01T00:00:00Z", zone: "GMT")
    let plan = TimerPlan(of: try events(at: instants), options)
    #expect(plan.timerCount == 500)
    #expect(plan.files.count == 1_000 + 1)
    #expect(plan.exactUntil == start + 500 * 3_600)
    #expect(plan.dropped.map(\.first).min() == start + 500 * 3_600 && plan.dropped.count == 100)
    #expect(plan.diagnostics.isEmpty)
  }

  @Test func `timers that share a service leave room for more of them`() throws {
    let events = try (0..<1_200).map {
      let start = try TestCalendars.instant("2026-02-01T00:00:00Z") + $0 * 3_600
      return try TestCalendars.event(
        "event-\($0)", start: start.civilInUTC.basicFormat + "Z", title: "Title")
    }
    var options = try TestCalendars.timerOptions(now: "2026-01-01T00:00:00Z")
    // There is a text for each hour of the day: "Today 13:00".
    #expect(TimerPlan(of: events, options).timerCount == 1_000 - 24)
    // A reserved slot is a timer with its service.
    options.reserve = 10
    #expect(TimerPlan(of: events, options).timerCount == 1_000 - 24 - 2 * 10)
    options.limit = 64
    #expect(TimerPlan(of: events, options).timerCount == 54)
  }

  @Test func `the soonest reminders are kept, but before the next renewal the highest level`()
    throws
  {
    func event(_ minute: Int, _ title: String) throws -> CalendarComponent {
      let start = try TestCalendars.instant("2026-01-01T07:30:00Z") + minute * 60
      return try TestCalendars.event(
        title, start: start.civilInUTC.basicFormat + "Z", title: title)
    }
    var options = try TestCalendars.timerOptions(now: "2026-01-01T07:30:00Z")
    options.levels = [try #require(LevelRule("critical=SUMMARY:critical*"))]
    options.limit = 1
    // The renewal elapses at 08:00:30.
    let urgent = try [event(10, "soon"), event(20, "critical")]
    #expect(TimerPlan(of: urgent, options).dropped.map(\.uid) == ["soon"])
    let patient = try [event(10, "soon"), event(40, "critical")]
    #expect(TimerPlan(of: patient, options).dropped.map(\.uid) == ["critical"])
  }

  @Test func `a pattern that needs a thousand lines is renewed before they end`() throws {
    // 91 seconds apart: a timer of 1,000 lines lasts for less than a week.
    let event = try TestCalendars.event(
      start: "20260101T000000Z", rule: "FREQ=SECONDLY;INTERVAL=91")
    let options = try TestCalendars.timerOptions(now: "2026-01-01T00:00:00Z", horizon: "P30D")
    let plan = TimerPlan(of: [event], options)
    let exactUntil = try #require(plan.exactUntil)
    #expect(exactUntil < options.renewal)
    #expect(plan.renewal < exactUntil)
  }
}
