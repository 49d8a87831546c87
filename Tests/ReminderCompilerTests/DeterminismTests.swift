import CalendarFixtures
import CivilTime
import CompilerFixtures
import Foundation
import ICalendar
import ReminderCompiler
import Testing

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
