import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import Testing

@testable import ReminderCompiler

/// A search for triggers that is wrong: what it offers is simulated, found out, and not used.
@Suite struct InjectedFaultTests {
  /// A wrong search for a series, and what it offers.
  struct Fault: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var rule = "FREQ=DAILY"
    var exceptions: [String] = []
    var weekday: Weekday?
    var minuteOfDay = 540
    /// The instant up to which the search takes every fire of its trigger for asked.
    var takenForRightUntil: String?
    /// The first fire that nobody asked for, in January or February 2026 at 08:00 UTC or so.
    let unasked: String
  }

  static let faults = [
    // Mondays asked for, Tuesdays offered.
    Fault(
      testDescription: "off by a day", rule: "FREQ=WEEKLY;BYDAY=MO", weekday: .tuesday,
      unasked: "2026-01-06T08:00:00Z"),
    Fault(
      testDescription: "a dropped hole", exceptions: ["Europe/Berlin:20260120T090000"],
      unasked: "2026-01-20T08:00:00Z"),
    // 09:00 in Berlin is what a clock in New York calls 03:00.
    Fault(
      testDescription: "the clock of another zone", minuteOfDay: 180,
      unasked: "2026-01-01T02:00:00Z"),
    // 09:00 of a device in winter, read as GMT.
    Fault(testDescription: "GMT", minuteOfDay: 480, unasked: "2026-01-01T07:00:00Z"),
    Fault(testDescription: "a wrong minute", minuteOfDay: 541, unasked: "2026-01-01T08:01:00Z"),
    Fault(
      testDescription: "an end that is forgotten", rule: "FREQ=DAILY;UNTIL=20260210T120000Z",
      unasked: "2026-02-11T08:00:00Z"),
    Fault(
      testDescription: "an end that is taken for later",
      rule: "FREQ=DAILY;UNTIL=20260210T120000Z",
      takenForRightUntil: "2026-02-20T00:00:00Z", unasked: "2026-02-11T08:00:00Z"),
  ]

  /// A candidate of a search that takes for asked what its pattern fires.
  private static func candidate(
    _ fault: Fault, _ search: CandidateSearch
  ) -> [CandidatePattern] {
    let days: DayClass = fault.weekday.map { .weekday($0) } ?? .everyDay
    let until = fault.takenForRightUntil.flatMap { Instant(iso8601: $0) }
    guard
      let pattern = CalendarPattern(days, .time(TimeOfDay(secondOfDay: fault.minuteOfDay * 60))),
      let classDays = search.test.table.days(of: days)
    else { return [] }
    var fires = search.test.wanted.fires(of: pattern, days: classDays, clockChangesMatter: true)
    if let until { fires.removeAll(from: until) }
    let taken = WantedFires(fires, now: search.test.wanted.now, end: search.test.wanted.end)
    return [
      CandidatePattern(
        pattern, days: classDays, wanted: taken, clockChangesMatter: true,
        horizonEnd: search.test.horizonEnd, earliestRemoval: search.test.wanted.now)
    ].compactMap { $0 }
  }

  private func plan(
    _ event: CalendarComponent, _ options: NotificationOptions,
    _ candidates: @escaping @Sendable (inout CandidateSearch) -> [CandidatePattern]
  ) -> Plan {
    let lowering = Lowering(options, ProofRange(options.compiler), candidates: candidates)
    let expansion = Expansion([event], options.compiler)
    return Compiler.selectedAndValidated(
      expansion.mapReminders(lowering.lower), of: expansion, on: NotificationTarget(options))
  }

  @Test(arguments: faults)
  func `a wrong trigger gives way to one-shots, and its reason is told`(_ fault: Fault) throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20251201T090000", rule: fault.rule, exceptions: fault.exceptions)
    let options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", horizon: "P60D")
    let plan = plan(event, options) { InjectedFaultTests.candidate(fault, $0) }
    #expect(plan.diagnostics.map(\.code) == ["trigger-refused"])
    #expect(
      plan.diagnostics.allSatisfy { $0.message.contains(fault.unasked) }, "\(plan.diagnostics)")
    #expect(plan.requests.allSatisfy { !$0.trigger.repeats && $0.removeBy == nil })
    let asked = TestCalendars.fires([event], options.compiler).map(\.at)
    #expect(plan.simulated(onDeviceIn: options.deviceZone).map(\.at) == asked)
    #expect(plan.verdict.spurious == 0)
    #expect(plan.exactUntil == nil)
  }

  @Test func `the same trigger is used where it is right`() throws {
    let right = Fault(testDescription: "no fault", unasked: "")
    let event = try TestCalendars.event(start: "Europe/Berlin:20251201T090000", rule: right.rule)
    let options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", horizon: "P60D")
    let plan = plan(event, options) { InjectedFaultTests.candidate(right, $0) }
    #expect(plan.diagnostics.isEmpty)
    #expect(plan.requests.map(\.trigger.repeats) == [true])
    #expect(plan.exactUntil == nil)
  }

  @Test func `of two triggers that answer one fire only one is used`() throws {
    let daily = Fault(testDescription: "every day", unasked: "")
    let monday = Fault(testDescription: "every Monday", weekday: .monday, unasked: "")
    let event = try TestCalendars.event(start: "Europe/Berlin:20251201T090000", rule: "FREQ=DAILY")
    let options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", horizon: "P60D")
    let plan = plan(event, options) { search in
      [monday, daily].flatMap { InjectedFaultTests.candidate($0, search) }
    }
    #expect(plan.diagnostics.isEmpty)
    #expect(plan.requests.map(\.trigger.repeats) == [true])
    let asked = TestCalendars.fires([event], options.compiler).map(\.at)
    #expect(plan.simulated(onDeviceIn: options.deviceZone).map(\.at) == asked)
    #expect(plan.verdict.spurious == 0)
  }
}
