import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import Testing

@testable import ReminderCompiler

@Suite struct ValidationTests {
  private let day = 86_400

  private func instants(_ days: [Int], shift: Int = 0) throws -> [Instant] {
    let first = try TestCalendars.instant("2026-01-01T08:00:00Z")
    return days.map { first + $0 * 86_400 + shift }
  }

  private func outcome(
    _ requests: [Validation.Fired], wanted days: [Int], isRepeat: Bool = false, cut: Instant? = nil
  ) throws -> Validation.Outcome {
    Validation.outcome(
      of: requests, asked: [AskedFires(instants: try instants(days), isRepeat: isRepeat, cut: cut)])
  }

  /// Requests as the days of their fires, the expected days, and the result.
  struct Row: Sendable {
    let fired: [[Int]]
    var shift = 0
    var removeBy: Int?
    let wanted, answered: [Int]
    var missed: [Int] = []
    var spurious: [Int] = []
  }

  @Test(arguments: [
    Row(fired: [[0, 2], [1]], wanted: [0, 1, 2], answered: [0, 1, 2]),
    // Shifted by a day, as if in another zone.
    Row(fired: [[1, 2, 3]], wanted: [0, 1, 2], answered: [1, 2], missed: [0], spurious: [3]),
    Row(
      fired: [[0, 1, 2]], shift: 3_600, wanted: [0, 1, 2], answered: [], missed: [0, 1, 2],
      spurious: [0, 1, 2]),
    // An exception, and two fires at one instant.
    Row(fired: [[0, 1, 2]], wanted: [0, 2], answered: [0, 2], spurious: [1]),
    Row(fired: [[0, 1], [1, 2]], wanted: [0, 1, 2], answered: [0, 1, 2], spurious: [1]),
    // Fires of a request at and after its removal are unexpected.
    Row(
      fired: [[0, 1, 2]], removeBy: 2, wanted: [0, 1, 2], answered: [0, 1], missed: [2],
      spurious: [2]),
  ])
  func `a fire is covered, missed or unexpected`(_ row: Row) throws {
    let removeBy = try row.removeBy.map { try instants([$0])[0] }
    let fired = try row.fired.map {
      Validation.Fired(try instants($0, shift: row.shift), removeBy: removeBy)
    }
    let outcome = try outcome(fired, wanted: row.wanted)
    let (missed, spurious) = try (instants(row.missed), instants(row.spurious, shift: row.shift))
    #expect(outcome.answered == (try instants(row.answered)))
    #expect(outcome.missed == [missed] && outcome.spurious == spurious)
    let verdict = outcome.verdict
    #expect(verdict.exactUntil == (missed + spurious).min() && verdict.repeatsUntil == nil)
    #expect(verdict.missedFirst == missed.count && verdict.spurious == spurious.count)
  }

  @Test func `an echo may fire once, before removeBy, but need not`() throws {
    let (wanted, echo) = (try instants([0]), try instants([1]))
    func outcome(_ requests: [Validation.Fired]) -> Validation.Outcome {
      Validation.outcome(of: requests, asked: [AskedFires(instants: wanted, echoes: echo)])
    }
    let silent = outcome([Validation.Fired(wanted)])
    #expect(silent.missed == [[]] && silent.spurious.isEmpty && silent.echoes.isEmpty)
    let once = outcome([Validation.Fired(wanted), Validation.Fired(echo)])
    #expect(once.echoes == [Validation.Echo(request: 1, at: echo[0])] && once.spurious.isEmpty)
    let verdict = once.verdict
    #expect(verdict.echoes == 1 && verdict.spurious == 0)
    #expect(verdict.exactUntil == nil && verdict.repeatsUntil == nil)
    let twice = outcome([Validation.Fired(wanted + echo), Validation.Fired(echo)])
    #expect(twice.echoes == [Validation.Echo(request: 0, at: echo[0])])
    #expect(twice.spurious == echo)
    let overstaying = outcome([Validation.Fired(wanted + echo, removeBy: echo[0])])
    #expect(overstaying.echoes.isEmpty && overstaying.spurious == echo)
  }

  @Test func `a missed repeat affects only repeatsUntil, and a cut affects both`() throws {
    let none = [Validation.Fired([])]
    let (missed, cut) = (try instants([3]).first, try instants([1]).first)
    let repeats = try outcome(none, wanted: [3], isRepeat: true).verdict
    #expect(repeats.exactUntil == nil && repeats.repeatsUntil == missed)
    #expect(try outcome(none, wanted: [3], isRepeat: true, cut: cut).verdict.repeatsUntil == cut)
    #expect(try outcome(none, wanted: [3], cut: cut).verdict.exactUntil == cut)
  }

  @Test func `a fire missed by several groups is counted for each`() throws {
    let asked = [
      AskedFires(instants: try instants([0, 1, 3]), echoes: try instants([2])),
      AskedFires(instants: try instants([1, 2, 3]), isRepeat: true),
    ]
    let outcome = Validation.outcome(
      of: [Validation.Fired(try instants([0, 1, 2, 4]))], asked: asked)
    // An echo of one group is an expected fire of another.
    #expect(outcome.echoes.isEmpty)
    #expect(outcome.missed == [try instants([3]), try instants([3])])
    #expect(outcome.spurious == (try instants([4])))
    #expect(outcome.verdict.missedFirst == 1 && outcome.verdict.missedRepeats == 1)
    #expect(outcome.verdict.exactUntil == (try instants([3]).first))
  }

  @Test func `fires after the last cut are never unexpected`() throws {
    let asked = [
      AskedFires(instants: try instants([0]), cut: try instants([1]).first),
      AskedFires(instants: try instants([0, 1]), cut: try instants([2]).first),
    ]
    let fired = [Validation.Fired(try instants([0, 1, 2, 3]))]
    #expect(Validation.outcome(of: fired, asked: asked).spurious.isEmpty)
    let open = Validation.outcome(
      of: fired, asked: asked + [AskedFires(instants: try instants([0]))])
    #expect(open.spurious == (try instants([2, 3])))
  }
}

/// A faulty search for triggers: the simulation finds its wrong triggers, which are then rejected.
@Suite struct InjectedFaultTests {
  /// A faulty search for a series, and its result.
  struct Fault: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var rule = "FREQ=DAILY"
    var exceptions: [String] = []
    var weekday: Weekday?
    var minuteOfDay = 540
    /// The instant up to which the search expects every fire of its trigger.
    var takenForRightUntil: String?
    /// The first unexpected fire, in January or February 2026 at about 08:00 UTC.
    let unasked: String
  }

  static let faults = [
    // The series is on Mondays, the trigger on Tuesdays.
    Fault(
      testDescription: "off by a day", rule: "FREQ=WEEKLY;BYDAY=MO", weekday: .tuesday,
      unasked: "2026-01-06T08:00:00Z"),
    Fault(
      testDescription: "a dropped hole", exceptions: ["Europe/Berlin:20260120T090000"],
      unasked: "2026-01-20T08:00:00Z"),
    // 09:00 in Berlin is 03:00 in New York.
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

  /// A candidate of a search that expects every fire of its pattern.
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
  func `a wrong trigger is replaced by one-shots, with its reason`(_ fault: Fault) throws {
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

  // A correct trigger, and two that cover the same fire.
  @Test(arguments: [
    [Fault(testDescription: "every day", unasked: "")],
    [
      Fault(testDescription: "every Monday", weekday: .monday, unasked: ""),
      Fault(testDescription: "every day", unasked: ""),
    ],
  ])
  func `correct triggers are used, one for each fire`(
    _ offers: [Fault]
  ) throws {
    let event = try TestCalendars.event(start: "Europe/Berlin:20251201T090000", rule: "FREQ=DAILY")
    let options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", horizon: "P60D")
    let plan = plan(event, options) { search in
      offers.flatMap { InjectedFaultTests.candidate($0, search) }
    }
    #expect(plan.diagnostics.isEmpty)
    #expect(plan.requests.map(\.trigger.repeats) == [true])
    let asked = TestCalendars.fires([event], options.compiler).map(\.at)
    #expect(plan.simulated(onDeviceIn: options.deviceZone).map(\.at) == asked)
    #expect(plan.verdict.spurious == 0 && plan.exactUntil == nil)
  }
}
