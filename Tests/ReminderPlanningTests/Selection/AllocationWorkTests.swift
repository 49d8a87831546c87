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

@Suite struct AllocationWorkTests {
  /// Events every 5 hours with three repeats, which no trigger can answer for long.
  private func dense(_ count: Int, source: String = "") throws -> [CalendarComponent] {
    try (0..<count).map {
      var event = try TestCalendars.event(
        "dense-\(1_000 + $0)", start: "20251201T\($0 % 7 + 10)00\($0 % 50 + 10)Z",
        rule: "FREQ=HOURLY;INTERVAL=5", alarms: ["PT0S+3xPT7M"], title: "Event \($0) \(source)")
      event.source = source
      return event
    }
  }

  private func options(limit: Int) throws -> NotificationOptions {
    var options = try TestCalendars.options(now: "2026-01-01T12:00:00Z", limit: limit)
    options.layer = .flutterAndroid
    return options
  }

  private func lowered(_ events: [CalendarComponent]) throws -> [LoweredReminder] {
    let options = try options(limit: 400)
    return NotificationTarget(options).lower(Expansion(events, options: options.compiler))
  }

  /// Each event can have the most slots for which 40 × slots² is at most its share of 30 million.
  ///
  /// It has 4 groups, with more fires than slots and weighed 10 times. It is dense if 400 slots are
  /// more than its share of 10 million.
  @Test(arguments: [(1, 400, false), (5, 387, true), (60, 111, true), (100, 86, true)])
  func `dense reminders can have the slots that can be allocated to them`(
    count: Int, slots: Int, isDense: Bool
  ) throws {
    let bounds = AllocationWork.bounds(upTo: 400, for: try lowered(try dense(count)))
    let expected = AllocationWork.Bounds(slots: slots, isDense: isDense, searchWork: 200_000)
    #expect(bounds == Array(repeating: expected, count: count))
  }

  @Test func `the sources share the work, and a daily reminder can have all slots`() throws {
    let daily = try TestCalendars.event("daily", start: "20251201T100000Z", rule: "FREQ=DAILY")
    let events = try dense(20) + dense(30, source: "others.ics") + [daily]
    let bounds = AllocationWork.bounds(upTo: 400, for: try lowered(events))
    // 40 × slots² is at most a twentieth or thirtieth of 15 million, less what a daily reminder takes:
    // 400 × 400.
    #expect(bounds.count { $0.slots == 136 && $0.isDense } == 20)
    #expect(bounds.count { $0.slots == 111 && $0.isDense } == 30)
    #expect(bounds.count { $0.slots == 400 && !$0.isDense } == 1)
  }

  /// All groups of reminders with repeats share the work of one search, 200,000.
  ///
  /// Each reminder here has three groups.
  @Test func `repeats of others take at most their share of the search`() throws {
    func events(_ count: Int, _ source: String) throws -> [CalendarComponent] {
      try (0..<count).map {
        var event = try TestCalendars.event(
          "\(source)-\($0)", start: "2025120\($0 + 1)T08\($0 + 10)00Z",
          rule: "FREQ=DAILY;BYHOUR=8,12", alarms: ["PT0S+2xPT7M"], title: "\(source) \($0)")
        event.source = source
        return event
      }
    }
    func work(_ events: [CalendarComponent]) throws -> [Int] {
      let options = try TestCalendars.options(now: "2026-01-01T12:00:00Z")
      let lowered = NotificationTarget(options).lower(Expansion(events, options: options.compiler))
      return AllocationWork.bounds(upTo: 64, for: lowered).map(\.searchWork).sorted()
    }
    #expect(try work(events(1, "own")) == [66_666])
    #expect(try work(events(1, "own") + events(3, "others")) == [11_111, 11_111, 11_111, 33_333])
    let single = try TestCalendars.event("single", start: "20260103T100000Z")
    #expect(try work(events(1, "own") + [single]) == [66_666, 200_000])
  }

  @Test func `plan and explanation have the same limits`() throws {
    let events = try dense(100)
    let plan = Compilation(of: events, try options(limit: 200)).plan
    #expect(plan.slots == 200 && plan.requests.count == 200)
    #expect(plan.diagnostics.contains { $0.code == "slots-limited" })
    let explained = Compilation(of: events, try options(limit: 200)).explanation().plan
    #expect(explained.requests.map(\.identifier) == plan.requests.map(\.identifier))
  }

  /// The plan is crowded, so that repeats get no slots.
  @Test func `an explanation has the requests of a crowded plan`() throws {
    let events = try (0..<270).map {
      try TestCalendars.event(
        "daily-\(1_000 + $0)", start: "20251201T\($0 % 9 + 10)\($0 % 50 + 10)00Z",
        rule: "FREQ=DAILY", alarms: ["PT0S+2xPT7M"], title: "Event \($0)")
    }
    var options = try options(limit: 129)
    options.layer = .mauiAndroid
    let plan = Compilation(of: events, options).plan
    let explained = Compilation(of: events, options).explanation().plan
    #expect(explained.requests.map(\.identifier) == plan.requests.map(\.identifier))
  }

  @Test func `dense reminders of others take no alert before the renewal`() throws {
    let own = try (0..<150).map {
      try TestCalendars.event(
        "own-\($0)", start: "2026010\($0 / 50 + 2)T10\($0 % 50 + 10)00Z", title: "Own \($0)")
    }
    for events in [try dense(60, source: "others.ics") + own, own + (try dense(60, source: "a"))] {
      let plan = Compilation(of: events, try options(limit: 400)).plan
      #expect(plan.requests.count == 400)
      #expect(plan.requests.count { $0.uid?.hasPrefix("own") == true } == own.count)
    }
  }
}
