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
  private func dense(_ count: Int) throws -> [CalendarComponent] {
    try (0..<count).map {
      try TestCalendars.event(
        "dense-\(1_000 + $0)", start: "20251201T\($0 % 7 + 10)00\($0 % 50 + 10)Z",
        rule: "FREQ=HOURLY;INTERVAL=5", alarms: ["PT0S+3xPT7M"], title: "Event \($0)")
    }
  }

  private func options(limit: Int) throws -> NotificationOptions {
    var options = try TestCalendars.options(now: "2026-01-01T12:00:00Z", limit: limit)
    options.layer = .flutterAndroid
    return options
  }

  private func lowered(_ count: Int) throws -> (NotificationTarget, [LoweredReminder]) {
    let options = try options(limit: 400)
    let target = NotificationTarget(options)
    return (target, target.lower(Expansion(try dense(count), options: options.compiler)))
  }

  /// The slots are the most for which 40 × events × slots² is at most 100 million.
  ///
  /// Each event has 4 groups, with more fires than slots and weighed 10 times.
  @Test(arguments: [(5, 400), (20, 353), (60, 204), (100, 158)])
  func `dense reminders share the slots that can be allocated`(
    _ count: Int, _ slots: Int
  ) throws {
    let (target, lowered) = try lowered(count)
    let limited = target.limited(for: lowered)
    #expect(limited.device.slots == slots)
    #expect(limited.diagnostics.contains { $0.code == "slots-limited" } == (slots < 400))
    #expect(AllocationWork.mostSlots(upTo: 129, for: lowered) == 129)
  }

  @Test func `up to 128 slots, the work is at most 40 million, but there are at least 64 slots`()
    throws
  {
    let (_, lowered) = try lowered(100)
    #expect(AllocationWork.mostSlots(upTo: 400, for: lowered + lowered) == 70)
    #expect(AllocationWork.mostSlots(upTo: 128, for: lowered + lowered) == 128)
    let many = Array(repeating: lowered, count: 4).flatMap(\.self)
    #expect(AllocationWork.mostSlots(upTo: 400, for: many) == 64)
  }

  @Test func `plan and explanation have the limited slots`() throws {
    let options = try options(limit: 200)
    let plan = Compilation(of: try dense(100), options).plan
    #expect(plan.slots == 158 && plan.requests.count == 158)
    #expect(plan.diagnostics.contains { $0.code == "slots-limited" })
    let explained = Compilation(of: try dense(100), options).explanation().plan
    #expect(explained.requests.map(\.identifier) == plan.requests.map(\.identifier))
  }

  /// The plan is crowded, so repeats don't count.
  ///
  /// With 2 repeats each, 270 × 3 groups would be too many for 129 slots.
  @Test func `an explanation has the slots of a crowded plan`() throws {
    let events = try (0..<270).map {
      try TestCalendars.event(
        "daily-\(1_000 + $0)", start: "20251201T\($0 % 9 + 10)\($0 % 50 + 10)00Z",
        rule: "FREQ=DAILY", alarms: ["PT0S+2xPT7M"], title: "Event \($0)")
    }
    var options = try options(limit: 129)
    options.layer = .mauiAndroid
    let plan = Compilation(of: events, options).plan
    #expect(plan.slots == 129)
    let explained = Compilation(of: events, options).explanation().plan
    #expect(explained.requests.map(\.identifier) == plan.requests.map(\.identifier))
  }

  @Test func `dense reminders of others take no alert before the renewal`() throws {
    let own = try (10..<40).map {
      try TestCalendars.event("own-\($0)", start: "20260102T10\($0)00Z", title: "Own \($0)")
    }
    var others = try dense(100)
    for index in others.indices { others[index].source = "others.ics" }
    let plan = Compilation(of: others + own, try options(limit: 400)).plan
    #expect(plan.slots < 400)
    #expect(plan.requests.count { $0.uid?.hasPrefix("own") == true } == own.count)
  }
}
