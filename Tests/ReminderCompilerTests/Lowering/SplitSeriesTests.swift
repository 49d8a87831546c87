import CalendarFixtures
import CivilTime
import CompilerFixtures
import Foundation
import ICalendar
import ReminderCompiler
import Testing

/// Series that a repeating trigger answers only in part: they end, start later, or have holes.
@Suite struct SplitSeriesTests {
  private func plan(
    _ component: CalendarComponent, horizon: String = "P1Y", renewWithin: String = "P7D",
    limit: Int = 64
  ) throws -> ReadPlan {
    try Shape.plan(
      [component],
      TestCalendars.options(
        now: "2026-01-01T00:00:00Z", horizon: horizon, renewWithin: renewWithin, limit: limit))
  }

  private func date(_ text: String) throws -> Date { try TestCalendars.instant(text).date }

  @Test func `a daily series that ends in three months is one trigger to take away then`() throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20251201T090000", rule: "FREQ=DAILY;UNTIL=20260331T235959Z")
    // With more slots it would be exact for longer: what fires on the days 16 to 28 alone fires
    // unasked in the middle of April only.
    let plan = try plan(event, limit: 6)
    #expect(plan.requests.map(\.trigger.dateComponents.text) == ["hour=9 minute=0 second=0"])
    // The first fire that nobody asks for: 1 April, 09:00 in Berlin's summer.
    let end = try date("2026-04-01T07:00:00Z")
    #expect(plan.requests.first?.removeBy == end)
    #expect(plan.requests.first?.content.userInfo.endDate == end)
    #expect(plan.exactUntil == end)
    #expect(plan.renewBy == end)
    #expect(plan.dropped.isEmpty)
  }

  @Test func `no trigger is used that must be taken away before two renewals have passed`() throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20251201T090000", rule: "FREQ=DAILY;UNTIL=20260331T235959Z")
    let plan = try plan(event, renewWithin: "P60D")
    #expect(plan.requests.count == 64)
    #expect(plan.requests.allSatisfy { $0.removeBy == nil && !$0.trigger.repeats })
    // 64 of the 90 days from 1 January on: the first that is missed is 6 March.
    #expect(plan.exactUntil == (try date("2026-03-06T08:00:00Z")))
  }

  @Test(arguments: ["FREQ=DAILY;COUNT=41", "FREQ=DAILY;UNTIL=20260110T120000Z"])
  func `a series with few fires left is one-shots, exact for ever`(_ rule: String) throws {
    let plan = try plan(
      try TestCalendars.event(start: "Europe/Berlin:20251201T090000", rule: rule))
    #expect(
      plan.requests.map(\.trigger.dateComponents.text).sorted()
        == (1...10).map { "year=2026 month=1 day=\($0) hour=9 minute=0 second=0" }.sorted())
    #expect(plan.exactUntil == nil)
    #expect(plan.requests.allSatisfy { !$0.trigger.repeats && $0.removeBy == nil })
  }

  @Test func `a daily series with one hole repeats on the six other weekdays`() throws {
    // 11 March 2026 is a Wednesday.
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20251201T090000", rule: "FREQ=DAILY",
      exceptions: ["Europe/Berlin:20260311T090000"])
    let plan = try plan(event)
    let shapes = plan.requests.map(\.trigger.dateComponents.text)
    for weekday in [1, 2, 3, 5, 6, 7] {
      #expect(shapes.contains("weekday=\(weekday) hour=9 minute=0 second=0"))
    }
    #expect(!shapes.contains { $0.hasPrefix("weekday=4 ") })
    // 52 Wednesdays less the hole, each of which has a slot of its own within a year.
    #expect(shapes.count == 6 + 51)
    #expect(plan.exactUntil == nil)
  }

  @Test func `a series that starts in three days repeats where it can't fire too early`() throws {
    // Thursday now, Sunday the first: Thursdays, Fridays and Saturdays would come before it.
    let event = try TestCalendars.event(start: "Europe/Berlin:20260104T090000", rule: "FREQ=DAILY")
    let plan = try plan(event, horizon: "P30D")
    let repeating = [1, 2, 3, 4].map { "weekday=\($0)" }
    // 8 to 30 January: as nth weekdays of January they cost what one-shots cost, and come again.
    let lifted = [(5, 5), (6, 5), (7, 4)].flatMap { weekday, last in
      (2...last).map { "month=1 weekday=\(weekday) ordinal=\($0)" }
    }
    #expect(
      plan.requests.map(\.trigger.dateComponents.text).sorted()
        == (lifted + repeating).map { "\($0) hour=9 minute=0 second=0" }.sorted())
    #expect(plan.exactUntil == nil)
  }

  @Test func `a monthly series that starts in summer is lifted to yearly triggers`() throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20260615T090000", rule: "FREQ=MONTHLY")
    let plan = try plan(event, horizon: "P2Y")
    // June to December come round yearly; January to May would fire this year already.
    let repeating = (6...12).map { "month=\($0) day=15" }
    let single = (1...5).map { "year=2027 month=\($0) day=15" }
    #expect(
      plan.requests.map(\.trigger.dateComponents.text).sorted()
        == (single + repeating).map { "\($0) hour=9 minute=0 second=0" }.sorted())
    #expect(plan.exactUntil == nil)
  }

  @Test func `an occurrence with another title never shares a repeating trigger`() throws {
    let event = try TestCalendars.event(start: "Europe/Berlin:20251201T090000", rule: "FREQ=WEEKLY")
    let other = try TestCalendars.override(at: "Europe/Berlin:20260202T090000", title: "Other")
    let options = try TestCalendars.options(now: "2026-01-01T00:00:00Z", horizon: "P60D")
    let plan = try Shape.plan([event, other], options)
    // Mondays: 5, 12, 19, 26 January, 2 (the other), 9, 16, 23 February: but for the other, the
    // nth of their month in every year.
    let others =
      (1...4).map { "month=1 weekday=2 ordinal=\($0) hour=9 minute=0 second=0: Title" }
      + (2...4).map { "month=2 weekday=2 ordinal=\($0) hour=9 minute=0 second=0: Title" }
    #expect(
      plan.requests.map { "\($0.trigger.dateComponents.text): \($0.content.title)" }.sorted()
        == others + ["year=2026 month=2 day=2 hour=9 minute=0 second=0: Other"])
  }

  @Test func `the last day of each month leaves February to be taken away in a leap year`() throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20251130T090000", rule: "FREQ=MONTHLY;BYMONTHDAY=-1")
    let plan = try plan(event, horizon: "P5Y")
    // 31 or 30 in eleven months, and the five Februaries of the horizon.
    let lengths = [31, 0, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    let repeating = (1...12).filter { $0 != 2 }.map { "month=\($0) day=\(lengths[$0 - 1])" }
    let single = (2026...2030).map { "year=\($0) month=2 day=\($0 == 2028 ? 29 : 28)" }
    #expect(
      plan.requests.map(\.trigger.dateComponents.text).sorted()
        == (single + repeating).map { "\($0) hour=9 minute=0 second=0" }.sorted())
    #expect(plan.exactUntil == nil)
  }
}
