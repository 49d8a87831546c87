import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import Testing

@testable import ReminderCompiler

/// The covers of a group where others have taken what a run has room for.
@Suite struct CoverRoomTests {
  /// Seven times in every other hour, for a month: 84 times of day.
  private static func search(isSpent: Bool) throws -> [Cover] {
    var options = try TestCalendars.options(now: "2026-06-01T00:00:00Z", horizon: "P30D")
    options.limit = 300
    let hours = stride(from: 0, to: 24, by: 2).map(String.init).joined(separator: ",")
    let event = try TestCalendars.event(
      "event", start: "20260101T000000Z",
      rule: "FREQ=DAILY;BYHOUR=\(hours);BYMINUTE=1,8,15,22,29,36,43")
    let lowered = NotificationTarget(options).lower(Expansion([event], options.compiler))
    let group = try #require(lowered.first?.groups.first)
    let own = CoverOptions(options)
    if isSpent { while own.coverRoom.spend(1_000) {} }
    return CoverSearch(group, own, pending: PendingIdentifiers()).covers(upTo: nil, isNext: true)
  }

  @Test func `a group has few triggers, or all of those that make it right for the longest`()
    throws
  {
    let covers = try CoverRoomTests.search(isSpent: false)
    let few = try CoverRoomTests.search(isSpent: true)
    #expect(Set(covers.map(\.repeating.count)) == Set(0...84))
    #expect(Set(few.map(\.repeating.count)) == Set(0...16).union([84]))
    for cover in few where cover.repeating.count < 16 {
      let other = covers.first { $0.slots == cover.slots }
      #expect(other?.answered == cover.answered && other?.firstMiss == cover.firstMiss)
    }
    // One of each of 84 times of day answers all.
    let last = try #require(few.last)
    #expect(last.slots == 84 && last.firstMiss == nil && last.answered == 84 * 30)
  }

  @Test func `above 64 slots eight numbers to each double are left`() throws {
    let few = try CoverRoomTests.search(isSpent: true).filter { $0.repeating.count == 16 }
    #expect(few.map(\.slots) == Array(16...64) + [72, 80])
    for cover in few { #expect(cover.singles.count == cover.slots - 16) }
  }
}
