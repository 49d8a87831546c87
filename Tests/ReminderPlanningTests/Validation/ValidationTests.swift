import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import Testing

@testable import ReminderCompiler
@testable import ReminderExpansion
@testable import ReminderOptions
@testable import ReminderPlanning
@testable import ReminderPlans

@Suite struct ValidationTests {
  private let day = 86_400

  private func instants(_ days: [Int], shift: Int = 0) throws -> [Instant] {
    let first = try TestCalendars.instant("2026-01-01T08:00:00Z")
    return days.map { first + $0 * 86_400 + shift }
  }

  private func outcome(
    _ requests: [Validation.RequestFires], wanted days: [Int], isRepeat: Bool = false,
    cut: Instant? = nil
  ) throws -> Validation.Outcome {
    Validation.outcome(
      of: requests,
      expected: [ExpectedFires(instants: try instants(days), isRepeat: isRepeat, cut: cut)])
  }

  /// Requests as the days of their fires, the expected days, and the result.
  struct Row: Sendable {
    let fired: [[Int]]
    var shift = 0
    var removeBy: Int?
    let wanted, answered: [Int]
    var missed: [Int] = []
    var unexpected: [Int] = []
  }

  @Test(arguments: [
    Row(fired: [[0, 2], [1]], wanted: [0, 1, 2], answered: [0, 1, 2]),
    // Shifted by a day, as if in another zone.
    Row(fired: [[1, 2, 3]], wanted: [0, 1, 2], answered: [1, 2], missed: [0], unexpected: [3]),
    Row(
      fired: [[0, 1, 2]], shift: 3_600, wanted: [0, 1, 2], answered: [], missed: [0, 1, 2],
      unexpected: [0, 1, 2]),
    // An exception, and two fires at one instant.
    Row(fired: [[0, 1, 2]], wanted: [0, 2], answered: [0, 2], unexpected: [1]),
    Row(fired: [[0, 1], [1, 2]], wanted: [0, 1, 2], answered: [0, 1, 2], unexpected: [1]),
    // Fires of a request at and after its removal are unexpected.
    Row(
      fired: [[0, 1, 2]], removeBy: 2, wanted: [0, 1, 2], answered: [0, 1], missed: [2],
      unexpected: [2]),
  ])
  func `a fire is covered, missed or unexpected`(_ row: Row) throws {
    let removeBy = try row.removeBy.map { try instants([$0])[0] }
    let fired = try row.fired.map {
      Validation.RequestFires(try instants($0, shift: row.shift), removeBy: removeBy)
    }
    let outcome = try outcome(fired, wanted: row.wanted)
    let (missed, unexpected) = try (
      instants(row.missed), instants(row.unexpected, shift: row.shift)
    )
    #expect(outcome.answered == (try instants(row.answered)))
    #expect(outcome.missed == [missed] && outcome.unexpected == unexpected)
    let verdict = outcome.verdict
    #expect(verdict.exactUntil == (missed + unexpected).min() && verdict.repeatsUntil == nil)
    #expect(verdict.missedFirst == missed.count && verdict.unexpected == unexpected.count)
  }

  @Test func `an echo may fire once, before removeBy, but need not`() throws {
    let (wanted, echo) = (try instants([0]), try instants([1]))
    func outcome(_ requests: [Validation.RequestFires]) -> Validation.Outcome {
      Validation.outcome(of: requests, expected: [ExpectedFires(instants: wanted, echoes: echo)])
    }
    let silent = outcome([Validation.RequestFires(wanted)])
    #expect(silent.missed == [[]] && silent.unexpected.isEmpty && silent.echoes.isEmpty)
    let once = outcome([Validation.RequestFires(wanted), Validation.RequestFires(echo)])
    #expect(once.echoes == [Validation.Echo(request: 1, at: echo[0])] && once.unexpected.isEmpty)
    let verdict = once.verdict
    #expect(verdict.echoes == 1 && verdict.unexpected == 0)
    #expect(verdict.exactUntil == nil && verdict.repeatsUntil == nil)
    let twice = outcome([Validation.RequestFires(wanted + echo), Validation.RequestFires(echo)])
    #expect(twice.echoes == [Validation.Echo(request: 0, at: echo[0])])
    #expect(twice.unexpected == echo)
    let overstaying = outcome([Validation.RequestFires(wanted + echo, removeBy: echo[0])])
    #expect(overstaying.echoes.isEmpty && overstaying.unexpected == echo)
  }

  @Test func `a missed repeat affects only repeatsUntil, and a cut affects both`() throws {
    let none = [Validation.RequestFires([])]
    let (missed, cut) = (try instants([3]).first, try instants([1]).first)
    let repeats = try outcome(none, wanted: [3], isRepeat: true).verdict
    #expect(repeats.exactUntil == nil && repeats.repeatsUntil == missed)
    #expect(try outcome(none, wanted: [3], isRepeat: true, cut: cut).verdict.repeatsUntil == cut)
    #expect(try outcome(none, wanted: [3], cut: cut).verdict.exactUntil == cut)
  }

  @Test func `a fire missed by several groups is counted for each`() throws {
    let expected = [
      ExpectedFires(instants: try instants([0, 1, 3]), echoes: try instants([2])),
      ExpectedFires(instants: try instants([1, 2, 3]), isRepeat: true),
    ]
    let outcome = Validation.outcome(
      of: [Validation.RequestFires(try instants([0, 1, 2, 4]))], expected: expected)
    // An echo of one group is an expected fire of another.
    #expect(outcome.echoes.isEmpty)
    #expect(outcome.missed == [try instants([3]), try instants([3])])
    #expect(outcome.unexpected == (try instants([4])))
    #expect(outcome.verdict.missedFirst == 1 && outcome.verdict.missedRepeats == 1)
    #expect(outcome.verdict.exactUntil == (try instants([3]).first))
  }

  @Test func `fires after the last cut are never unexpected`() throws {
    let expected = [
      ExpectedFires(instants: try instants([0]), cut: try instants([1]).first),
      ExpectedFires(instants: try instants([0, 1]), cut: try instants([2]).first),
    ]
    let fired = [Validation.RequestFires(try instants([0, 1, 2, 3]))]
    #expect(Validation.outcome(of: fired, expected: expected).unexpected.isEmpty)
    let open = Validation.outcome(
      of: fired, expected: expected + [ExpectedFires(instants: try instants([0]))])
    #expect(open.unexpected == (try instants([2, 3])))
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
    let unexpected: String
  }

  static let faults = [
    // The series is on Mondays, the trigger on Tuesdays.
    Fault(
      testDescription: "off by a day", rule: "FREQ=WEEKLY;BYDAY=MO", weekday: .tuesday,
      unexpected: "2026-01-06T08:00:00Z"),
    Fault(
      testDescription: "a dropped hole", exceptions: ["Europe/Berlin:20260120T090000"],
      unexpected: "2026-01-20T08:00:00Z"),
    // 09:00 in Berlin is 03:00 in New York.
    Fault(
      testDescription: "the clock of another zone", minuteOfDay: 180,
      unexpected: "2026-01-01T02:00:00Z"),
    // 09:00 of a device in winter, read as GMT.
    Fault(testDescription: "GMT", minuteOfDay: 480, unexpected: "2026-01-01T07:00:00Z"),
    Fault(testDescription: "a wrong minute", minuteOfDay: 541, unexpected: "2026-01-01T08:01:00Z"),
    Fault(
      testDescription: "an end that is forgotten", rule: "FREQ=DAILY;UNTIL=20260210T120000Z",
      unexpected: "2026-02-11T08:00:00Z"),
    Fault(
      testDescription: "an end that is taken for later",
      rule: "FREQ=DAILY;UNTIL=20260210T120000Z",
      takenForRightUntil: "2026-02-20T00:00:00Z", unexpected: "2026-02-11T08:00:00Z"),
  ]

  /// A candidate of a search that expects every fire of its pattern.
  private static func candidate(
    _ fault: Fault, _ search: CandidateSearch
  ) -> [CandidatePattern] {
    let days: DayClass = fault.weekday.map { .weekday($0) } ?? .everyDay
    let until = fault.takenForRightUntil.flatMap { Instant(iso8601: $0) }
    guard
      let pattern = CalendarPattern(
        days, at: .time(TimeOfDay(secondOfDay: fault.minuteOfDay * 60))),
      let classDays = search.test.table.days(of: days)
    else { return [] }
    var fires = search.test.schedule.fires(of: pattern, days: classDays, clockChangesMatter: true)
    if let until { fires.removeAll(from: until) }
    let taken = GroupSchedule(fires, now: search.test.schedule.now, end: search.test.schedule.end)
    return [
      CandidatePattern(
        pattern, days: classDays, schedule: taken, clockChangesMatter: true,
        horizonEnd: search.test.horizonEnd, earliestRemoval: search.test.schedule.now)
    ].compactMap { $0 }
  }

  private func plan(
    _ event: CalendarComponent, _ options: NotificationOptions,
    _ candidates: @escaping @Sendable (inout CandidateSearch) -> [CandidatePattern]
  ) -> Plan {
    let lowering = Lowering(options, range: ProofRange(options.compiler), candidates: candidates)
    let expansion = Expansion([event], options: options.compiler)
    return NotificationTarget(options).compile(
      lowered: expansion.mapReminders(lowering.lower), of: expansion)
  }

  @Test(arguments: faults)
  func `a wrong trigger is replaced by one-shots, with its reason`(_ fault: Fault) throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20251201T090000", rule: fault.rule, exceptions: fault.exceptions)
    let options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", horizon: "P60D")
    let plan = plan(event, options) { InjectedFaultTests.candidate(fault, $0) }
    #expect(plan.diagnostics.map(\.code) == ["trigger-refused"])
    #expect(
      plan.diagnostics.allSatisfy { $0.message.contains(fault.unexpected) }, "\(plan.diagnostics)")
    #expect(plan.requests.allSatisfy { !$0.trigger.repeats && $0.removeBy == nil })
    let expected = TestCalendars.fires([event], options.compiler).map(\.at)
    #expect(plan.simulated(onDeviceIn: options.deviceZone).map(\.at) == expected)
    #expect(plan.verdict.unexpected == 0)
    #expect(plan.exactUntil == nil)
  }

  // A correct trigger, and two that cover the same fire.
  @Test(arguments: [
    [Fault(testDescription: "every day", unexpected: "")],
    [
      Fault(testDescription: "every Monday", weekday: .monday, unexpected: ""),
      Fault(testDescription: "every day", unexpected: ""),
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
    let expected = TestCalendars.fires([event], options.compiler).map(\.at)
    #expect(plan.simulated(onDeviceIn: options.deviceZone).map(\.at) == expected)
    #expect(plan.verdict.unexpected == 0 && plan.exactUntil == nil)
  }
}
