import CalendarFixtures
import CompilerFixtures
import ICalendar
import NotificationTriggers
import Testing

@testable import ReminderCompiler

/// What a contender can gain at most, beside what it gains.
@Suite struct GainBoundTests {
  @Test(arguments: 0..<90)
  func `no allotment is worth more than what is known before covers are looked for`(
    _ seed: Int
  ) throws {
    let contenders = try RandomContenders(seed: seed)
    for search in contenders.searches {
      let bound = search.bound
      let allotments = search.best(nil)
      #expect(allotments.first??.score == bound.bare, "\(contenders.note)")
      for (slots, allotment) in allotments.enumerated().dropFirst() {
        guard let allotment else { continue }
        let most = slots == 1 ? bound.ofOneSlot : bound.ofSeveralSlots
        #expect(
          try allotment.score - bound.bare <= #require(most),
          "\(contenders.note) with \(slots) slots")
      }
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
