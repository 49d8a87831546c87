import CalendarFixtures
import CivilTime
import CompilerFixtures
import Foundation
import ICalendar
import NotificationTriggers
import Testing

@testable import ReminderCompiler

/// What a plan promises in the corners where a promise is easily broken.
@Suite struct PlanPromiseTests {
  @Test func `two overrides of one occurrence never share an identifier`() throws {
    // From 8 January on at 10:00; the 8th itself is moved onto the 12th, where one comes already.
    var later = try TestCalendars.override(
      at: "Europe/Berlin:20260108T090000", start: "Europe/Berlin:20260108T100000", title: "Later")
    later.recurrenceID?.isThisAndFuture = true
    let moved = try TestCalendars.override(
      at: "Europe/Berlin:20260108T090000", start: "Europe/Berlin:20260112T100000", title: "Moved")
    let master = try TestCalendars.event(
      start: "Europe/Berlin:20260106T090000", rule: "FREQ=DAILY;COUNT=8")
    let plan = Compiler.plan(
      for: [master, later, moved], try TestCalendars.options(now: "2026-01-05T00:00:00Z"))
    #expect(Set(plan.requests.map(\.identifier)).count == plan.requests.count)
    // 6 and 7; 9 to 13, of which the 12th twice, once for each title.
    #expect(plan.fireCount == 8)
    #expect(plan.exactUntil == nil)
  }

  @Test(arguments: [32, 33, 60, 63])
  func `a long nag does not cost its first alert the repeating trigger`(_ count: Int) throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20260101T090000", rule: "FREQ=DAILY", alarms: ["PT0S+\(count)xPT5M"])
    let plan = Compiler.plan(for: [event], try TestCalendars.options(now: "2026-01-05T12:00:00Z"))
    #expect(plan.requests.count == count + 1)
    #expect(plan.requests.allSatisfy { $0.trigger.repeats })
    #expect(plan.exactUntil == nil)
    #expect(plan.repeatsUntil == nil)
  }

  @Test func `any number of repeats is cut from the end, and counted`() throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20260106T090000", alarms: ["PT0S+100000xPT1M"])
    let options = try TestCalendars.options(now: "2026-01-05T12:00:00Z", horizon: "P7D")
    let plan = Compiler.plan(for: [event], options)
    #expect(plan.requests.count == 64)
    #expect(plan.requests.map(\.repetition).sorted() == Array(0...63))
    #expect(plan.exactUntil == nil)
    // 08:00Z and 64 minutes.
    let end = try TestCalendars.instant("2026-01-06T09:04:00Z")
    #expect(plan.repeatsUntil == end)
    #expect(plan.fireCount == plan.requests.count + plan.dropped.reduce(0) { $0 + $1.count })
  }

  @Test func `which of two equal reminders gets the only slot does not hang on their order`() throws
  {
    let first = try TestCalendars.event("a", start: "Europe/Berlin:20260106T090000")
    let second = try TestCalendars.event("b", start: "Europe/Berlin:20260106T090000")
    let options = try TestCalendars.options(now: "2026-01-05T12:00:00Z", limit: 1)
    let plans = [[first, second], [second, first]].map { Compiler.plan(for: $0, options) }
    #expect(plans[0].requests.map(\.identifier) == plans[1].requests.map(\.identifier))
  }

  @Test func `with fewer slots than patterns the patterns that fit are used`() throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20260101T090000", rule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR")
    // Monday noon: three fires lie before anything is missed either way.
    let plan = Compiler.plan(
      for: [event], try TestCalendars.options(now: "2026-01-05T12:00:00Z", limit: 3))
    #expect(plan.requests.count == 3)
    #expect(plan.requests.contains { $0.trigger.repeats })
  }

  @Test func `UIDs that look the same are two where their bytes differ`() throws {
    let composed = try TestCalendars.event("caf\u{E9}", start: "Europe/Berlin:20260106T090000")
    let decomposed = try TestCalendars.event("cafe\u{301}", start: "Europe/Berlin:20260107T090000")
    let plan = Compiler.plan(
      for: [composed, decomposed], try TestCalendars.options(now: "2026-01-05T12:00:00Z"))
    #expect(plan.requests.count == 2)
    #expect(plan.diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("P999999999999W", "P999999999999W"), ("-P999999999999W", "PT999999999999S"),
    ("PT0S", "P999999999999D"),
  ])
  func `durations of millions of years are only far away`(_ trigger: String, _ interval: String)
    throws
  {
    var event = try TestCalendars.event(
      start: "Europe/Berlin:20260101T090000", rule: "FREQ=DAILY",
      alarms: ["\(trigger)+2147483647x\(interval)", "PT0S"])
    event.alarms[1]?.text = "The other alarm"
    let plan = Compiler.plan(
      for: [event], try TestCalendars.options(now: "2026-01-05T12:00:00Z", horizon: "P30D"))
    // The other alarm is not harmed, and of this one at most the first alert is near.
    #expect(plan.requests.contains { $0.alarm == 1 && $0.trigger.repeats })
    #expect(plan.requests.count { $0.alarm == 0 } == (trigger == "PT0S" ? 1 : 0))
    #expect(plan.exactUntil == nil)
  }
}

@Suite struct DeterminismTests {
  private static let seeds = (0..<12).map { UInt64(500_000 + $0) }

  private func json(_ components: [CalendarComponent], _ calendar: RandomCalendar) throws -> Data {
    try Compiler.plan(for: components, calendar.options).json()
  }

  @Test(arguments: seeds)
  func `the same input gives the same bytes`(_ seed: UInt64) throws {
    let calendar = try RandomCalendar(seed: seed)
    let first = try json(calendar.components, calendar)
    #expect(try json(calendar.components, calendar) == first, "seed \(seed): \(calendar)")
  }

  @Test(arguments: seeds)
  func `the order of the input changes nothing that is emitted`(_ seed: UInt64) throws {
    let calendar = try RandomCalendar(seed: seed)
    let plan = try ReadPlan(json: try json(calendar.components, calendar))
    let reversed = try ReadPlan(json: try json(calendar.components.reversed(), calendar))
    #expect(
      plan.requests.map(\.identifier) == reversed.requests.map(\.identifier),
      "seed \(seed): \(calendar)")
    #expect(
      plan.requests.map(\.trigger.dateComponents.text)
        == reversed.requests.map(\.trigger.dateComponents.text), "seed \(seed): \(calendar)")
    #expect(plan.dropped.map(\.first) == reversed.dropped.map(\.first), "seed \(seed): \(calendar)")
    #expect(plan.exactUntil == reversed.exactUntil, "seed \(seed): \(calendar)")
  }

  @Test func `an identifier depends on neither content nor now`() throws {
    let event = try TestCalendars.event(start: "Europe/Berlin:20260601T090000", rule: "FREQ=DAILY")
    var renamed = event
    renamed.title = "Renamed"
    renamed.priority = 1
    let identifiers = try [
      (event, "2026-06-01T12:00:00Z"), (renamed, "2026-06-01T12:00:00Z"),
      (event, "2026-06-20T00:00:00Z"),
    ].map { component, now in
      Compiler.plan(for: [component], try TestCalendars.options(now: now)).requests.map(
        \.identifier)
    }
    #expect(identifiers[0].count == 1)
    #expect(Set(identifiers).count == 1)
    let identifier = try #require(identifiers[0].first)
    #expect(identifier.hasPrefix("ics2notify."))
  }

  @Test func `all requests of a series share a prefix that no other series has`() throws {
    let events = try ["a", "b"].map {
      try TestCalendars.event(
        $0, start: "Europe/Berlin:20260601T090000", rule: "FREQ=WEEKLY;BYDAY=MO,TU",
        alarms: ["PT0S+1xPT5M", "-PT1H"])
    }
    let plan = try Shape.plan(events, TestCalendars.options(now: "2026-06-01T12:00:00Z"))
    #expect(Set(plan.groups.keys) == ["a", "b"])
    // "ics2notify." and twelve digits of Base64.
    let prefixes = plan.groups.mapValues { Set($0.map { $0.prefix(23) }) }
    #expect(prefixes["a"]?.count == 1)
    #expect(prefixes["b"]?.count == 1)
    #expect(prefixes["a"] != prefixes["b"])
    #expect(
      plan.groups.values.flatMap { $0 }.sorted() == plan.requests.map(\.identifier).sorted())
  }
}
