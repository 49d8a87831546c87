import CalendarFixtures
import CivilTime
import CompilerFixtures
import NotificationTriggers
import Testing

@testable import ReminderCompiler
@testable import ReminderExpansion
@testable import ReminderOptions
@testable import ReminderPlanning
@testable import ReminderPlans

@Suite struct ExactnessSearchTests {
  /// Two alerts an hour, of which 20 slots can't answer those before the renewal, and a meeting.
  private func search() throws -> (search: ExactnessSearch, score: Score, now: Instant) {
    let options = try TestCalendars.options(
      now: "2026-01-01T00:00:00Z", horizon: "P9D", renewWithin: "P2D", limit: 20)
    let events = [
      try TestCalendars.event(
        "dense", start: "20260101T003000Z", rule: "FREQ=MINUTELY;INTERVAL=50", alarms: ["-PT0S"]),
      try TestCalendars.event("daily", start: "20260101T090000Z", rule: "FREQ=DAILY"),
    ]
    let expansion = Expansion(events, options: options.expected)
    let lowered = NotificationTarget(options, for: expansion).lower(expansion)
    let covers = CoverOptions(options)
    let allocator = SlotAllocator(
      SlotConsumer.all(of: lowered, overdue: []).map {
        AllocationSearch($0, reminders: lowered, overdue: [], options: covers)
      }, slots: options.slots)
    let unbound = try #require(allocator.solution(nil))
    #expect(!unbound.score.missesNothingBeforeRenewal)
    return (
      ExactnessSearch(allocator, options: options, slots: options.slots), unbound.score, options.now
    )
  }

  @Test func `without work for trials, nothing is required to be exact`() throws {
    let (search, score, now) = try search()
    #expect(search.byTrial(score, workLimit: 0) == Exactness(first: now, repeats: now))
  }

  @Test func `with any limit of work, the instant was proven, and more work never lowers it`()
    throws
  {
    let (search, score, now) = try search()
    let most = search.byTrial(score)
    #expect(most.first > now)
    var last = now
    for limit in [1, 1_000, 10_000, 100_000, 1_000_000] {
      let found = search.byTrial(score, workLimit: limit)
      #expect(found.first >= last && found.first <= most.first, "\(limit)")
      let solution = search.allocator.solution(found)
      #expect(solution?.score.isEqualBeforeRenewal(to: score) == true, "\(limit)")
      last = found.first
    }
  }
}
