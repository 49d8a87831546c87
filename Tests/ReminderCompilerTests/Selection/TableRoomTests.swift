import CalendarFixtures
import CompilerFixtures
import ICalendar
import NotificationTriggers
import Testing

@testable import ReminderCompiler

/// The allotments of a reminder where others have taken what a run has room, or time, for.
@Suite struct TableRoomTests {
  /// What is worth most with each number of slots: of a reminder of twenty days, six times each.
  private func allotments(_ spend: (CoverOptions) -> Void) throws -> AllotmentsBySlots {
    let options = try TestCalendars.options(
      now: "2026-06-01T00:00:00Z", horizon: "P1Y", renewWithin: "P30D", limit: 64)
    let event = try TestCalendars.event(
      start: "20260602T090000Z", rule: "FREQ=DAILY;INTERVAL=9;COUNT=20", alarms: ["PT0S+5xPT10M"])
    let lowered = NotificationTarget(options).lower(Expansion([event], options.compiler))
    let own = CoverOptions(options)
    spend(own)
    let contenders = Contender.all(of: lowered, overdue: [])
    #expect(contenders.count == 1)
    return AllotmentSearch(contenders[0], lowered, [], own).best(nil)
  }

  @Test func `first alerts get what they need, and three repeats some of it`() throws {
    let all = try allotments { _ in }
    #expect(all.count == 65)
    for few in [
      try allotments { while $0.tableRoom.spend(1) {} },
      try allotments { while $0.tableWork.spend(1_000) {} },
    ] {
      #expect(few.first??.score == all.first??.score)
      // The four alerts before the renewal, and as many of each of three repeats.
      for slots in [1, 2, 4, 8, 16] {
        let (own, best) = (few[slots]?.score, all[slots]?.score)
        #expect(own?[.missedNext, .active] == 0)
        #expect(
          own?[.missedFirst, .active] == best?[.missedFirst, .active], "with \(slots) slots")
        #expect(own?[.answeredFirst, .active] == best?[.answeredFirst, .active])
      }
      let served = Set(few.compactMap { $0 }.flatMap(\.groups).map(\.group))
      #expect(served == [0, 1, 2, 3])
      #expect(Set(all.compactMap { $0 }.flatMap(\.groups).map(\.group)) == [0, 1, 2, 3, 4, 5])
    }
  }
}
