import CivilTime
import Foundation
import NotificationTriggers
import Testing

@Suite struct TriggerTests {
  @Test func `a set that names a day, a month or a year can't float`() throws {
    let noon = TimeClass.time(TimeOfDay(secondOfDay: 43_200))
    let monthly = try #require(CalendarPattern(.dayOfMonth(1), at: noon))
    let daily = try #require(CalendarPattern(.everyDay, at: noon))
    #expect(CalendarTrigger(pattern: monthly, zone: .floating) == nil)
    #expect(CalendarTrigger(pattern: monthly, zone: .pinned(.gmt)) != nil)
    #expect(CalendarTrigger(pattern: daily, zone: .floating)?.repeats == true)
  }

  @Test func `a zone that no system has can't be pinned`() throws {
    let daily = try #require(CalendarPattern(.everyDay, at: .time(.midnight)))
    let zone = Zone(identifier: "Office", isIANA: false, initialOffset: 3_600)
    #expect(CalendarTrigger(pattern: daily, zone: .pinned(zone)) == nil)
  }

  @Test func `a floating trigger follows the device's zone, and a pinned one doesn't`() throws {
    let berlin = try #require(TestZones.database.zone(named: "Europe/Berlin"))
    let daily = try #require(
      CalendarPattern(.everyDay, at: .time(TimeOfDay(secondOfDay: 9 * 3_600))))
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

  @Test func `a date fires once, unless it is past or now`() throws {
    let date = try #require(CivilDate(year: 2026, month: 1, day: 5))
    let pattern = try #require(CalendarPattern(.once(date), at: .time(.midnight)))
    let trigger = try #require(CalendarTrigger(pattern: pattern, zone: .pinned(.gmt)))
    let fire = try #require(Instant(iso8601: "2026-01-05T00:00:00Z"))
    let end = fire + 100 * 86_400
    #expect(!trigger.repeats)
    for (added, count) in [(fire - 1, 1), (fire - 90_000_000, 1), (fire, 0), (fire + 1, 0)] {
      #expect(Array(trigger.fires(addedAt: added, until: end, deviceZone: .gmt)).count == count)
    }
  }

  @Test func `fires end before the end`() throws {
    let minutely = try #require(CalendarPattern(.everyDay, at: .everyMinute(second: 0)))
    let trigger = try #require(CalendarTrigger(pattern: minutely, zone: .floating))
    let added = Instant(secondsSince1970: 0)
    let fires = trigger.fires(addedAt: added, until: added + 180, deviceZone: .gmt)
    #expect(Array(fires) == [added + 60, added + 120])
  }

  @Test func `an interval fires at its multiples`() throws {
    let added = Instant(secondsSince1970: 1_000)
    let once = try #require(TimeIntervalTrigger(interval: 1, repeats: false))
    let minutely = try #require(TimeIntervalTrigger(interval: 60, repeats: true))
    #expect(once.nextFire(after: added, addedAt: added) == added + 1)
    #expect(minutely.nextFire(after: added + 60, addedAt: added) == added + 120)
    #expect(minutely.nextFire(after: added - 5, addedAt: added) == added + 60)
    #expect(once.nextFire(after: added + 1, addedAt: added) == nil)
  }

  @Test(arguments: [(0, false), (-1, false), (59, true), (0, true)])
  func `an interval that the system rejects can't be created`(interval: Int, repeats: Bool) {
    #expect(TimeIntervalTrigger(interval: interval, repeats: repeats) == nil)
  }
}

@Suite struct CalendarPatternTests {
  @Test(arguments: [
    DayClass.dayOfMonth(0), .dayOfMonth(29), .dayOfMonth(31), .dayOfMonth(-1),
    .date(month: 2, day: 29), .date(month: 2, day: 30), .date(month: 4, day: 31),
    .date(month: 13, day: 1), .date(month: 0, day: 1), .date(month: 1, day: 0),
    .ordinalWeekday(month: 2, weekday: .monday, ordinal: 5),
    .ordinalWeekday(month: 3, weekday: .monday, ordinal: 6),
    .ordinalWeekday(month: 3, weekday: .monday, ordinal: 0),
    .ordinalWeekday(month: 3, weekday: .monday, ordinal: -1),
    .ordinalWeekday(month: 13, weekday: .monday, ordinal: 1),
  ])
  func `days that some months or years lack can't be created`(_ days: DayClass) {
    #expect(CalendarPattern(days, at: .time(.midnight)) == nil)
  }

  @Test(arguments: [
    TimeClass.everyHour(minute: 60, second: 0), .everyHour(minute: 0, second: 60),
    .everyHour(minute: -1, second: 0), .everyMinute(second: 60), .everyMinute(second: -1),
  ])
  func `times outside of the day can't be created`(_ time: TimeClass) {
    #expect(CalendarPattern(.everyDay, at: time) == nil)
  }

  @Test func `short times can't be combined with a unit larger than a weekday`() {
    let hourly = TimeClass.everyHour(minute: 0, second: 0)
    #expect(CalendarPattern(.dayOfMonth(1), at: hourly) == nil)
    #expect(CalendarPattern(.date(month: 1, day: 1), at: hourly) == nil)
    #expect(CalendarPattern(.weekday(.monday), at: .everyMinute(second: 0)) == nil)
    #expect(CalendarPattern(.weekday(.monday), at: hourly) != nil)
    #expect(CalendarPattern(.everyDay, at: .everyMinute(second: 0)) != nil)
  }

  @Test func `the canonical text names every component by Foundation's name`() throws {
    let date = try #require(CivilDate(year: 2026, month: 1, day: 5))
    let nine = TimeClass.time(TimeOfDay(secondOfDay: 9 * 3_600))
    let rows: [(DayClass, TimeClass, String)] = [
      (.everyDay, .everyMinute(second: 7), "second=7"),
      (.everyDay, .everyHour(minute: 30, second: 0), "minute=30;second=0"),
      (.weekday(.sunday), .everyHour(minute: 5, second: 0), "weekday=1;minute=5;second=0"),
      (.everyDay, nine, "hour=9;minute=0;second=0"),
      (.weekday(.saturday), nine, "weekday=7;hour=9;minute=0;second=0"),
      (.dayOfMonth(28), nine, "day=28;hour=9;minute=0;second=0"),
      (.date(month: 1, day: 31), nine, "month=1;day=31;hour=9;minute=0;second=0"),
      (
        .ordinalWeekday(month: 5, weekday: .monday, ordinal: 5), nine,
        "month=5;weekday=2;weekdayOrdinal=5;hour=9;minute=0;second=0"
      ),
      (.once(date), nine, "year=2026;month=1;day=5;hour=9;minute=0;second=0"),
    ]
    for (days, time, text) in rows {
      #expect(CalendarPattern(days, at: time)?.description == text)
    }
  }

  @Test func `a pattern's days and its first day agree`() {
    let classes: [DayClass] = [
      .everyDay, .weekday(.sunday), .dayOfMonth(28), .date(month: 12, day: 31),
      .ordinalWeekday(month: 5, weekday: .friday, ordinal: 5),
      .ordinalWeekday(month: 2, weekday: .monday, ordinal: 4),
      .once(CivilDate(dayNumber: 20_000)),
    ]
    for days in classes {
      var next: Int?
      for day in (10_000..<30_000).reversed() {
        if days.contains(dayNumber: day) { next = day }
        if let next, days.firstDay(from: day) != next {
          Issue.record("\(days) from \(CivilDate(dayNumber: day))")
          return
        }
      }
    }
  }
}

/// Interruption levels as Apple documents them.
@Suite struct InterruptionLevelTests {
  // Human Interface Guidelines, Managing notifications: overrides scheduled delivery, breaks through
  // Focus, overrides the Ring/Silent switch. Before them, from UNNotificationInterruptionLevel:
  // plays a sound, lights up the screen.
  @Test(arguments: [
    (InterruptionLevel.passive, [false, false, false, false, false]),
    (.active, [true, true, false, false, false]),
    (.timeSensitive, [true, true, true, true, false]),
    (.critical, [true, true, true, true, true]),
  ])
  func `a level behaves as in Apple's tables`(level: InterruptionLevel, row: [Bool]) {
    let does = level
    #expect(
      [
        does.playsSound, does.lightsScreen, does.overridesSummary, does.breaksThroughFocus,
        does.overridesSilentSwitch,
      ] == row)
  }

  @Test func `a level is read by both of its names`() {
    for level in InterruptionLevel.allCases {
      #expect(InterruptionLevel(named: level.rawValue) == level)
      #expect(InterruptionLevel(named: level.hyphenatedName) == level)
    }
    #expect(InterruptionLevel(named: "Active") == nil && InterruptionLevel(named: "") == nil)
  }
}
