import CalendarFixtures
import CivilTime
import CompilerFixtures
import Foundation
import ICalendar
import ReminderCompiler
import Testing
import TimerCompiler

@Suite struct LibraryInputTests {
  private func options() throws -> NotificationOptions {
    try TestCalendars.options(now: "2026-01-01T00:00:00Z")
  }

  private func event() throws -> CalendarComponent {
    try TestCalendars.event(start: "20260105T090000Z", rule: "FREQ=DAILY;COUNT=3")
  }

  /// The codes of the diagnostics, which must agree for all entry points, or for those that fill
  /// slots.
  private func codes(
    _ components: [CalendarComponent], _ options: NotificationOptions, fillsSlots: Bool = false
  ) throws -> Set<[String]> {
    let listing = FireListing(components, options: options.compiler)
    var all = [
      Compilation(of: components, options).plan.diagnostics,
      Compilation(of: components, options).explanation().plan.diagnostics,
      TimerPlan(of: components, options.timers).diagnostics,
    ]
    let listed = listing.diagnostics + listing.forEachBatch { _ in }
    // A listing fills no slots, so it doesn't report their number.
    if fillsSlots { #expect(listed.isEmpty) } else { all.append(listed) }
    all.append(try Compilation(of: components, options).appSimulation(openings: []).diagnostics)
    return Set(all.map { $0.filter { $0.severity == .error }.map(\.code) })
  }

  @Test func `a component without a start is rejected, and others are planned`() throws {
    var event = CalendarComponent(uid: "event")
    event.alarms = [try TestCalendars.alarm("PT0S")]
    var toDo = CalendarComponent(.toDo, uid: "to-do")
    toDo.alarms = event.alarms
    let other = try self.event()
    let found = try codes([event, toDo, other], options())
    #expect(found == [["start-missing", "start-missing"]])
    let plan = Compilation(of: [event, toDo, other], try options()).plan
    #expect(plan.fireCount == 3)
    #expect(plan.diagnostics.map(\.uid) == ["event", "to-do"])
    let bare = try codes([CalendarComponent(uid: "bare")], options())
    #expect(bare == [["start-missing"]])
  }

  @Test func `an absolute alarm doesn't need a start`() throws {
    var event = CalendarComponent(uid: "event")
    event.alarms = [Alarm(.absolute(try TestCalendars.instant("2026-01-02T00:00:00Z")))]
    let plan = Compilation(of: [event], try options()).plan
    #expect(plan.diagnostics.isEmpty)
    #expect(plan.fireCount == 1)
  }

  @Test(arguments: [-1, -64, .min, .max, 4_097])
  func `an invalid limit is reported, and never exceeded`(_ limit: Int) throws {
    var options = try options()
    options.limit = limit
    let events = [try event()]
    let found = try codes(events, options, fillsSlots: true)
    #expect(found == [["option-invalid"]])
    let plan = Compilation(of: events, options).plan
    #expect(plan.requests.count == (limit < 0 ? 0 : 3))
    #expect(plan.dropped.reduce(0) { $0 + $1.count } == (limit < 0 ? 3 : 0))
  }

  @Test(arguments: [-1, .min])
  func `a negative reserve doesn't add slots`(_ reserve: Int) throws {
    var options = try options()
    (options.limit, options.reserve) = (2, reserve)
    let plan = Compilation(of: [try event()], options).plan
    #expect(plan.requests.count == 2)
    #expect(plan.diagnostics.map(\.code) == ["option-invalid"])
  }

  @Test(arguments: [
    CalendarDuration(days: -1), CalendarDuration(seconds: .min), CalendarDuration(months: -12),
  ])
  func `a negative horizon or renewal is reported`(_ duration: CalendarDuration) throws {
    var horizon = try options()
    horizon.horizon = duration
    let first = try codes([event()], horizon)
    #expect(first == [["option-invalid"]])
    var renewal = try options()
    renewal.renewWithin = duration
    let second = try codes([event()], renewal)
    #expect(second == [["option-invalid"]])
  }

  @Test func `an instant out of range is reported`() throws {
    for now in [Int.min, -3_000_000_000, 20_000_000_000, .max] {
      var options = try options()
      options.now = Instant(secondsSince1970: now)
      let plan = Compilation(of: [try event()], options).plan
      #expect(plan.diagnostics.map(\.code) == ["option-invalid"], "\(now)")
    }
  }

  @Test(arguments: [0, -1, .min])
  func `a rule with invalid numbers is rejected`(_ number: Int) throws {
    for change: (inout RecurrenceRule) -> Void in [
      { $0.interval = number }, { $0.count = number }, { $0.hours = [99] },
      { $0.months = [number] },
      { $0.daysOfTheMonth = [32, number] }, { $0.weeks = [1] },
    ] {
      var event = try TestCalendars.event(start: "20260105T090000Z")
      var rule = RecurrenceRule(.daily)
      change(&rule)
      event.rules = [rule]
      let found = try codes([event], options())
      #expect(found == [["rule-invalid"]], "\(rule)")
      event.rules = []
      event.exceptionRules = [rule]
      let excepted = try codes([event], options())
      #expect(excepted == [["rule-invalid"]], "\(rule)")
    }
  }

  @Test(arguments: ["FREQ", "FREQ=", "FREQ=DAI", "FREQ=DAILY;COUNT", "FREQ=DAILY;UNTIL=2026", ""])
  func `a truncated text of a rule is rejected`(_ text: String) {
    #expect(throws: RecurrenceRuleError.self) { try RecurrenceRule(text) }
  }

  @Test func `a rule with too many fires is reported by every entry point`() throws {
    let event = try TestCalendars.event(start: "20260101T000000Z", rule: "FREQ=SECONDLY")
    var options = try options()
    options.horizon = CalendarDuration(days: 8)
    for diagnostics in [
      Compilation(of: [event], options).plan.diagnostics,
      TimerPlan(of: [event], options.timers).diagnostics,
      FireListing([event], options: options.compiler).forEachBatch { _ in },
    ] {
      #expect(diagnostics.map(\.code).contains("fires-cut"))
    }
  }

  @Test func `numbers beyond any calendar are rejected without a trap`() throws {
    let far = CivilDateTime(
      try #require(CivilDate(year: 9_999, month: 12, day: 31)), hour: 1_000_000)
    for number in [Int.min, .max, 1_000_000_000_000_000] {
      for duration in [
        CalendarDuration(months: number), CalendarDuration(days: number),
        CalendarDuration(seconds: number),
      ] {
        var lasting = try event()
        lasting.extent = .lasting(duration)
        let first = try codes([lasting], options())
        #expect(first == [["duration-invalid"]])
        var early = try event()
        early.alarms = [Alarm(.relative(duration, to: .start))]
        let second = try codes([early], options())
        #expect(second == [["trigger-invalid"]])
        var nagging = try event()
        nagging.alarms = [
          Alarm(
            .relative(.zero, to: .start), repeatCount: 2, repeatInterval: duration)
        ]
        let plan = Compilation(of: [nagging], try options()).plan
        #expect(plan.diagnostics.map(\.code) == ["repeat-incomplete"])
        #expect(plan.fireCount == 3)
      }
    }
    var late = try event()
    late.start = CalendarTime(far)
    let start = try codes([late], options())
    #expect(start == [["date-time-invalid"]])
    var end = try event()
    end.extent = .until(CalendarTime(far))
    let extent = try codes([end], options())
    #expect(extent == [["date-time-invalid"]])
    var repeated = try event()
    repeated.alarms = [Alarm(.relative(.zero, to: .start), repeatCount: -2)]
    let plan = Compilation(of: [repeated], try options()).plan
    #expect(plan.diagnostics.map(\.code) == ["number-invalid"])
    #expect(plan.fireCount == 3)
  }
}
