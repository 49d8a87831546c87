import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import ReminderCompiler
import Testing

/// Repeats that the command line asks for.
@Suite struct NagTests {
  private func plan(
    _ event: CalendarComponent, _ nag: String, limit: Int = 64
  ) throws -> Plan {
    var options = try TestCalendars.options(
      now: "2026-01-01T00:00:00Z", zone: "GMT", horizon: "P30D", limit: limit)
    options.nag = Nag(nag)
    return Compiler.plan(for: [event], options)
  }

  @Test func `each repeat is a request of its own under one prefix and one thread`() throws {
    let event = try TestCalendars.event(start: "20260105T090000Z")
    let plan = try plan(event, "10xPT5M")
    let first = try TestCalendars.instant("2026-01-05T09:00:00Z")
    #expect(plan.requests.map(\.repetition) == Array(0...10))
    #expect(plan.requests.map(\.nextFire) == (0...10).map { first + $0 * 300 })
    #expect(Set(plan.requests.map(\.identifier)).count == 11)
    let prefix = try #require(plan.requests.first?.identifier.prefix(23))
    #expect(plan.requests.allSatisfy { $0.identifier.hasPrefix(prefix) })
    #expect(Set(plan.requests.map(\.content.threadIdentifier)) == [String(prefix)])
  }

  @Test func `an alarm that repeats by itself keeps its own repeats`() throws {
    var event = try TestCalendars.event(
      start: "20260105T090000Z", alarms: ["PT0S+1xPT30M", "-PT1H"])
    event.alarms.append(nil)
    let plan = try plan(event, "2xPT5M")
    #expect(
      plan.requests.map { "\($0.alarm ?? -1) \($0.repetition) \($0.nextFire)" }.sorted() == [
        "0 0 2026-01-05T09:00:00Z", "0 1 2026-01-05T09:30:00Z", "1 0 2026-01-05T08:00:00Z",
        "1 1 2026-01-05T08:05:00Z", "1 2 2026-01-05T08:10:00Z",
      ])
  }

  @Test(arguments: 1...6)
  func `repeats are cut from the end, and before the first alert of another`(
    _ limit: Int
  ) throws {
    let event = try TestCalendars.event("a", start: "20260105T090000Z")
    let other = try TestCalendars.event("b", start: "20260120T090000Z")
    var options = try TestCalendars.options(
      now: "2026-01-01T00:00:00Z", zone: "GMT", horizon: "P30D", limit: limit)
    options.nag = Nag("10xPT5M")
    let plan = Compiler.plan(for: [event, other], options)
    #expect(plan.requests.count == limit)
    let kept = plan.requests.filter { $0.uid == "a" }.map(\.repetition).sorted()
    // Repeats of the one before the renewal come before the other's first alert after it.
    #expect(kept == Array(0..<limit))
  }

  @Test func `of repeats after the renewal the first ones are kept`() throws {
    let events = try ["a", "b", "c"].map { try TestCalendars.event($0, start: "20260120T090000Z") }
    var options = try TestCalendars.options(
      now: "2026-01-01T00:00:00Z", zone: "GMT", horizon: "P30D", limit: 6)
    options.nag = Nag("10xPT5M")
    let plan = Compiler.plan(for: events, options)
    #expect(plan.requests.map(\.repetition).sorted() == [0, 0, 0, 1, 1, 1])
  }

  @Test(arguments: [
    "", "10", "x", "10x", "xPT5M", "0xPT5M", "-1xPT5M", "4097xPT5M", "10xPT0S", "10x-PT5M",
    "10xP1M", "1.5xPT5M", "10 x PT5M", "10xPT5Mx", "99999999999999999999xPT5M", "10xP367D",
  ])
  func `what is no count and duration is refused`(_ text: String) {
    #expect(Nag(text) == nil)
  }
}
