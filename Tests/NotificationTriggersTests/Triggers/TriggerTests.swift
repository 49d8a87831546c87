import CivilTime
import Foundation
import NotificationTriggers
import Testing

/// Calendar and time-interval triggers as requests carry them.
@Suite struct TriggerTests {
  @Test func `a set that names a day, a month or a year can't float`() throws {
    let noon = TimeClass.time(TimeOfDay(secondOfDay: 43_200))
    let monthly = try #require(CalendarPattern(.dayOfMonth(1), noon))
    let daily = try #require(CalendarPattern(.everyDay, noon))
    #expect(CalendarTrigger(pattern: monthly, zone: .floating) == nil)
    #expect(CalendarTrigger(pattern: monthly, zone: .pinned(.gmt)) != nil)
    #expect(CalendarTrigger(pattern: daily, zone: .floating)?.repeats == true)
  }

  @Test func `a zone that no system knows can't be pinned`() throws {
    let daily = try #require(CalendarPattern(.everyDay, .time(.midnight)))
    let zone = Zone(identifier: "Office", isIANA: false, initialOffset: 3_600)
    #expect(CalendarTrigger(pattern: daily, zone: .pinned(zone)) == nil)
  }

  @Test func `a floating trigger follows the device, a pinned one does not`() throws {
    let berlin = try #require(TestZones.database.zone(named: "Europe/Berlin"))
    let daily = try #require(CalendarPattern(.everyDay, .time(TimeOfDay(secondOfDay: 9 * 3_600))))
    let added = try #require(Instant(iso8601: "2026-01-05T00:00:00Z"))
    let floating = CalendarTrigger(pattern: daily, zone: .floating)
    let pinned = CalendarTrigger(pattern: daily, zone: .pinned(.gmt))
    #expect(
      floating?.nextFire(after: added, deviceZone: berlin)
        == Instant(iso8601: "2026-01-05T08:00:00Z"))
    #expect(
      pinned?.nextFire(after: added, deviceZone: berlin) == Instant(iso8601: "2026-01-05T09:00:00Z")
    )
  }

  @Test func `a date fires once, and not where it has passed or comes now`() throws {
    let date = try #require(CivilDate(year: 2026, month: 1, day: 5))
    let pattern = try #require(CalendarPattern(.once(date), .time(.midnight)))
    let trigger = try #require(CalendarTrigger(pattern: pattern, zone: .pinned(.gmt)))
    let fire = try #require(Instant(iso8601: "2026-01-05T00:00:00Z"))
    let end = fire + 100 * 86_400
    #expect(!trigger.repeats)
    for (added, count) in [(fire - 1, 1), (fire - 90_000_000, 1), (fire, 0), (fire + 1, 0)] {
      #expect(Array(trigger.fires(addedAt: added, until: end, deviceZone: .gmt)).count == count)
    }
  }

  @Test func `fires end before the end`() throws {
    let minutely = try #require(CalendarPattern(.everyDay, .everyMinute(second: 0)))
    let trigger = try #require(CalendarTrigger(pattern: minutely, zone: .floating))
    let added = Instant(secondsSince1970: 0)
    let fires = trigger.fires(addedAt: added, until: added + 180, deviceZone: .gmt)
    #expect(Array(fires) == [added + 60, added + 120])
  }

  @Test func `an interval fires at its multiples`() throws {
    let added = Instant(secondsSince1970: 1_000)
    let once = try #require(TimeIntervalTrigger(interval: 1, repeats: false))
    let minutely = try #require(TimeIntervalTrigger(interval: 60, repeats: true))
    #expect(Array(once.fires(addedAt: added, until: added + 9)) == [added + 1])
    #expect(Array(once.fires(addedAt: added, until: added + 1)).isEmpty)
    #expect(Array(minutely.fires(addedAt: added, until: added + 121)) == [added + 60, added + 120])
    #expect(minutely.nextFire(after: added + 60, addedAt: added) == added + 120)
    #expect(minutely.nextFire(after: added - 5, addedAt: added) == added + 60)
    #expect(once.nextFire(after: added + 1, addedAt: added) == nil)
  }

  @Test(arguments: [(0, false), (-1, false), (59, true), (0, true)])
  func `an interval that the system refuses can't be made`(_ interval: Int, _ repeats: Bool) {
    #expect(TimeIntervalTrigger(interval: interval, repeats: repeats) == nil)
  }
}

/// Why some sets are refused: what Foundation answers for them.
@Suite struct UnsafeComponentTests {
  @Test func `day 31 fires on the first of the next month`() throws {
    let answer = try answer(DateComponents(day: 31, hour: 9, minute: 0, second: 0), "2026-02-01")
    #expect(answer == Instant(iso8601: "2026-03-01T09:00:00Z"))
  }

  @Test func `29 February fires on 1 March`() throws {
    let components = DateComponents(month: 2, day: 29, hour: 9, minute: 0, second: 0)
    #expect(try answer(components, "2026-01-01") == Instant(iso8601: "2026-03-01T09:00:00Z"))
  }

  @Test func `the hour alone means the full hour`() throws {
    let answer = try answer(DateComponents(hour: 9), "2026-01-05")
    #expect(answer == Instant(iso8601: "2026-01-05T09:00:00Z"))
  }

  private func answer(_ components: DateComponents, _ date: String) throws -> Instant? {
    let oracle = try #require(FoundationOracle(zoneNamed: "GMT"))
    let base = try #require(Instant(iso8601: "\(date)T00:00:00Z"))
    return oracle.nextDate(after: base, matching: components)
  }
}
