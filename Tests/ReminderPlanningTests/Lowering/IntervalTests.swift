import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import ReminderCompiler
import Testing

/// Alarms at an interval of elapsed time.
@Suite struct IntervalTests {
  private static func event(
    _ rule: String = "FREQ=MINUTELY;INTERVAL=50", title: String = "Stretch"
  ) throws -> CalendarComponent {
    try TestCalendars.event(start: "20280103T080000Z", rule: rule, title: title)
  }

  private static func options(
    now: String = "2028-01-03T08:00:00Z", limit: Int = 64
  ) throws -> NotificationOptions {
    try TestCalendars.options(now: now, horizon: "P30D", limit: limit)
  }

  /// The only time-interval request of a plan; nil for none.
  private static func counted(_ plan: Plan) -> Plan.Request? {
    let counted = plan.requests.filter { $0.countsFrom != nil }
    return counted.count == 1 ? counted[0] : nil
  }

  @Test(arguments: [
    ("FREQ=MINUTELY;INTERVAL=50", 3_000, 64), ("FREQ=MINUTELY;INTERVAL=7", 420, 64),
    ("FREQ=HOURLY;INTERVAL=5", 18_000, 64), ("FREQ=HOURLY;INTERVAL=8", 28_800, 1),
    ("FREQ=MINUTELY;INTERVAL=1441", 0, 64), ("FREQ=MINUTELY;INTERVAL=50;COUNT=200", 0, 64),
  ])
  func `one request answers all alarms, if nothing has to stop it before the renewal`(
    rule: String, interval: Int, limit: Int
  ) throws {
    let event = try Self.event(rule)
    let options = try Self.options(limit: limit)
    let plan = Compilation(of: [event], options).plan
    guard interval > 0 else {
      #expect(plan.requests.allSatisfy { $0.countsFrom == nil })
      return
    }
    let request = try #require(Self.counted(plan))
    #expect(plan.requests.count == 1)
    #expect(
      request.trigger
        == .timeInterval(try #require(TimeIntervalTrigger(interval: interval, repeats: true))))
    #expect(request.countsFrom == options.now && request.removeBy == options.window.upperBound)
    let expected = TestCalendars.fires([event], options.compiler).map(\.at).filter {
      $0 > options.now
    }
    #expect(expected.first == options.now + interval)
    #expect(plan.simulated(onDeviceIn: options.deviceZone).map(\.at) == expected)
    #expect(plan.exactUntil == nil && plan.verdict.missedFirst == 0)
    #expect(try Plan(json: plan.json()).requests[0].countsFrom == options.now)
  }

  @Test func `an interval can have begun a minute before`() throws {
    let event = try Self.event()
    let plan = Compilation(of: [event], try Self.options(now: "2028-01-03T08:01:00Z")).plan
    #expect(Self.counted(plan)?.countsFrom?.description == "2028-01-03T08:00:00Z")
    #expect(plan.requests.count == 1 && plan.exactUntil == nil)
    // A tenth of seven minutes is 42 seconds.
    let short = try Self.event("FREQ=MINUTELY;INTERVAL=7;COUNT=5000")
    for (now, isCounted) in [("2028-01-03T08:00:42Z", true), ("2028-01-03T08:00:43Z", false)] {
      let plan = Compilation(of: [short], try Self.options(now: now)).plan
      #expect((Self.counted(plan) != nil) == isCounted)
    }
  }

  @Test(arguments: ["2028-01-03T08:01:01Z", "2028-01-03T08:49:00Z"])
  func `an interval that doesn't begin now needs one-shots`(_ now: String) throws {
    let plan = Compilation(of: [try Self.event()], try Self.options(now: now)).plan
    #expect(plan.requests.count == 64)
    // A week has 201 or 202 alarms.
    #expect(plan.requests.allSatisfy { $0.countsFrom == nil && !$0.trigger.repeats })
  }

  @Test func `an exception ends the interval`() throws {
    var event = try Self.event()
    // The 400th alarm, after 13.9 days.
    let gone = try TestCalendars.instant("2028-01-17T05:20:00Z")
    event.exceptionDates = [try TestCalendars.time("20280117T052000Z")]
    let plan = Compilation(of: [event], try Self.options()).plan
    #expect(Self.counted(plan)?.removeBy == gone)
    event.exceptionDates = [try TestCalendars.time("20280108T062000Z")]
    #expect(Self.counted(Compilation(of: [event], try Self.options()).plan) == nil)
  }

  @Test func `a pending request is kept, and never added again`() throws {
    let event = try Self.event()
    let options = try Self.options()
    let openings = (1...20).map { options.now + $0 * 31 * 3_600 + 17 }
    let played = try Compilation(of: [event], options).appSimulation(openings: openings)
    #expect(played.verdict.missedFirst == 0 && played.verdict.unexpected == 0)
    #expect(played.changes.added + played.changes.replaced + played.changes.removed == 0)
    // It is the same request for a device that reports identifiers only.
    let plan = Compilation(of: [event], options).plan
    var later = options
    later.now = openings[2]
    later.pending = PendingIdentifiers(plan.requests.map(\.identifier))
    let next = Compilation(of: [event], later).plan
    #expect(Self.counted(next)?.countsFrom == options.now)
    let pending = try StoredPlan(
      pending: plan.requests.map { PendingRequest(identifier: $0.identifier) })
    #expect(try PlanDifference(from: pending, to: next).isEmpty)
  }

  @Test(arguments: [
    ("20280103T080000Z", "FREQ=MINUTELY;INTERVAL=7;COUNT=2900", nil, "2028-01-03T08:00:00Z"),
    ("20280103T080000Z", "FREQ=MINUTELY;INTERVAL=50", "20280117T052000Z", "2028-01-03T08:00:00Z"),
    // The clock goes forward on 26 March.
    ("Europe/Berlin:20280313T080000", "FREQ=MINUTELY;INTERVAL=50", nil, "2028-03-13T07:00:00Z"),
  ])
  func `a pending request is kept until the next renewal is after its removal`(
    start: String, rule: String, exception: String?, now: String
  ) throws {
    var event = try TestCalendars.event(start: start, rule: rule)
    event.exceptionDates = try exception.map { [try TestCalendars.time($0)] } ?? []
    var options = try TestCalendars.options(now: now, horizon: "P20D")
    let removal = try #require(Self.counted(Compilation(of: [event], options).plan)?.removeBy)
    for days in [1, 3] {
      options.renewWithin = CalendarDuration(days: days)
      let openings = (1...20).map { options.now + $0 * days * 86_400 }
      let played = try Compilation(of: [event], options).appSimulation(openings: openings)
      #expect(played.verdict.unexpected == 0)
      // From then on, 64 one-shots are left.
      let end = removal + -days * 86_400
      #expect(played.verdict.exactUntil.map { $0 >= end } ?? true)
    }
  }

  @Test func `an interval doesn't follow the device, so floating alarms don't use it`() throws {
    let event = try TestCalendars.event(
      start: "20280103T080000", rule: "FREQ=MINUTELY;INTERVAL=50")
    var options = try Self.options(now: "2028-01-03T07:00:00Z")
    #expect(Self.counted(Compilation(of: [event], options).plan) != nil)
    options.deviceCalendar = .gregorian
    #expect(Self.counted(Compilation(of: [event], options).plan) == nil)
  }

  @Test(arguments: [
    "I50A1DAAAA", "I99999999999999999999A6D1B3380DAAAA", "I3000A-6D1B3380DAAAA",
    "I3000AFFFFFFFFFFFFFFFFFDAAAA", "I0A6D1B3380DAAAA", "I-50A6D1B3380DAAAA", "IADAAAA", "I", "",
    "I03000A6D1B3380DAAAA", "I3000A6d1b3380DAAAA",
  ])
  func `an invalid form is no pending interval`(_ form: String) throws {
    var options = try Self.options()
    let plan = Compilation(of: [try Self.event()], options).plan
    let prefix = plan.requests[0].identifier.prefix { $0 != "I" }.dropLast()
    options.now = options.now + 600
    options.pending = PendingIdentifiers(["ics2notify.\(prefix.dropFirst(11)).\(form)"])
    let next = Compilation(of: [try Self.event()], options).plan
    #expect(next.requests.allSatisfy { $0.countsFrom == nil })
  }

  @Test func `a difference names requests that can't be added any more`() throws {
    let event = try Self.event()
    var options = try Self.options()
    let plan = Compilation(of: [event], options).plan
    #expect(try PlanDifference(from: StoredPlan(pending: []), to: plan).late.isEmpty)
    options.pending = PendingIdentifiers(plan.requests.map(\.identifier))
    options.now = options.now + 100_000
    let next = Compilation(of: [event], options).plan
    let difference = try PlanDifference(from: StoredPlan(pending: []), to: next)
    #expect(difference.late == [plan.requests[0].identifier])
    #expect(try PlanDifference(from: StoredPlan(plan), to: next).late.isEmpty)
  }

  @Test func `another content is another request`() throws {
    let options = try Self.options()
    let plan = Compilation(of: [try Self.event()], options).plan
    var later = options
    later.pending = PendingIdentifiers(plan.requests.map(\.identifier))
    var badged = later
    badged.badge = .number(3)
    let others = try [
      Compilation(of: [Self.event(title: "Stretch again")], later).plan,
      Compilation(of: [Self.event()], badged).plan,
    ]
    for other in others {
      #expect(try #require(Self.counted(other)).identifier != plan.requests[0].identifier)
    }
    later.now = options.now + 61
    let unaligned = Compilation(of: [try Self.event(title: "Stretch again")], later).plan
    #expect(unaligned.requests.allSatisfy { $0.countsFrom == nil })
  }
}
