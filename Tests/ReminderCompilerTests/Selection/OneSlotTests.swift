import CalendarFixtures
import CompilerFixtures
import ICalendar
import NotificationTriggers
import Testing

@testable import ReminderCompiler

/// Contenders of which it is enough to know what they gain with one slot.
@Suite struct OneSlotTests {
  @Test(arguments: 0..<90)
  func `one slot alone gains as much as where several are looked at`(_ seed: Int) throws {
    let contenders = try RandomContenders(seed: seed)
    for search in contenders.searches {
      let all = search.best(nil).prefix(2)
      let one = search.bestOfOneSlot
      #expect(one.map { $0?.score } == all.map { $0?.score }, "\(contenders.note)")
      #expect(
        one.map { $0.map(search.identifiers(of:)) } == all.map { $0.map(search.identifiers(of:)) },
        "\(contenders.note)")
    }
  }

  @Test func `among many with little, one with much to be missed gets several slots`() throws {
    let options = try TestCalendars.options(
      now: "2026-01-01T00:00:00Z", renewWithin: "P7D", limit: 4)
    // Four times before the renewal, and twenty events behind it.
    var soon = try TestCalendars.event("soon@example.org", start: "20260102T090000Z")
    soon.recurrenceDates = try ["20260103T101500Z", "20260105T090500Z", "20260106T170000Z"].map {
      CalendarComponent.RecurrenceDate(try TestCalendars.time($0))
    }
    let later = try (0..<20).map {
      try TestCalendars.event("later-\($0)@example.org", start: "202602\(10 + $0 % 9)T090000Z")
    }
    let plan = Compiler.plan(for: later + [soon], options)
    #expect(plan.requests.map(\.uid) == Array(repeating: "soon@example.org", count: 4))
  }
}
