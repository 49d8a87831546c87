import CalendarFixtures
import CalendarReminders
import Foundation
import SeededRandom
import Testing

/// The components that the system is given match what the simulation says.
@Suite struct TriggerBridgeTests {
  private static let days: [DayClass?] = [
    .everyDay, .weekday(.sunday), .dayOfMonth(28), .date(month: 3, day: 28),
    .ordinalWeekday(month: 11, weekday: .thursday, ordinal: 4),
    CivilDate(year: 2030, month: 11, day: 5).map(DayClass.once),
  ]

  /// One of each kind of days, at half past two, which clock changes skip and repeat; and those
  /// that come each hour and each minute.
  private static let patterns: [CalendarPattern] =
    days.compactMap { days in
      guard let days, let time = TimeOfDay(hour: 2, minute: 30) else { return nil }
      return CalendarPattern(days, .time(time))
    }
    + [TimeClass.everyHour(minute: 30, second: 0), .everyMinute(second: 0)].compactMap {
      CalendarPattern(.everyDay, $0)
    }

  @Test func `all patterns are there`() {
    #expect(TriggerBridgeTests.patterns.count == 8)
  }

  @Test(arguments: patterns, ["Europe/Berlin", "America/New_York", "Asia/Kolkata"])
  func `Foundation's next date of the components is the next fire`(
    _ pattern: CalendarPattern, _ zoneName: String
  ) throws {
    let zone = try TestCalendars.zone(zoneName)
    let trigger = try #require(CalendarTrigger(pattern: pattern, zone: .pinned(zone)))
    let components = trigger.dateComponents
    let calendar = try #require(components.calendar)
    var random = SplitMix(seed: 20_280_103)
    let first = try TestCalendars.instant("2028-01-01T00:00:00Z")
    for _ in 0..<40 {
      let base = first + Int.random(in: 0..<2 * 366 * 86_400, using: &random)
      // The system reads the calendar as it is; matching itself looks at neither.
      let next = calendar.nextDate(
        after: Date(base), matching: components,
        matchingPolicy: .nextTimePreservingSmallerComponents, repeatedTimePolicy: .first,
        direction: .forward)
      // The simulator on a device somewhere else: a pinned trigger doesn't care.
      let expected = trigger.nextFire(after: base, deviceZone: .gmt)
      #expect(next.map { Instant($0) } == expected, "\(pattern) in \(zoneName) after \(base)")
    }
  }

  @Test(arguments: patterns)
  func `no field is set but those of the pattern`(_ pattern: CalendarPattern) throws {
    let trigger = try #require(CalendarTrigger(pattern: pattern, zone: .pinned(.gmt)))
    let components = trigger.dateComponents
    #expect(components.quarter == nil)
    #expect(components.nanosecond == nil)
    #expect(components.isLeapMonth == nil)
    #expect(components.era == nil)
    #expect(components.weekOfMonth == nil)
    #expect(components.weekOfYear == nil)
    #expect(components.yearForWeekOfYear == nil)
    #expect(components.dayOfYear == nil)
    let fields: [(String, Int?)] = [
      ("year", components.year), ("month", components.month), ("day", components.day),
      ("weekday", components.weekday), ("weekdayOrdinal", components.weekdayOrdinal),
      ("hour", components.hour), ("minute", components.minute), ("second", components.second),
    ]
    let text = fields.compactMap { name, value in value.map { "\(name)=\($0)" } }
    #expect(text.joined(separator: ";") == pattern.description)
  }

  @Test func `calendar and time zone are both set in one zone, or neither is`() throws {
    let pattern = try #require(TriggerBridgeTests.patterns.first)
    let berlin = try TestCalendars.zone("Europe/Berlin")
    let pinned = try #require(CalendarTrigger(pattern: pattern, zone: .pinned(berlin)))
    #expect(pinned.dateComponents.timeZone?.identifier == "Europe/Berlin")
    #expect(pinned.dateComponents.calendar?.timeZone.identifier == "Europe/Berlin")
    #expect(pinned.dateComponents.calendar?.identifier == .gregorian)
    let floating = try #require(CalendarTrigger(pattern: pattern, zone: .floating))
    #expect(floating.dateComponents.timeZone == nil)
    #expect(floating.dateComponents.calendar == nil)
  }

  @Test func `a name that the system lacks keeps the offset that holds last`() throws {
    let pattern = try #require(TriggerBridgeTests.patterns.first)
    let zone = Zone(identifier: "Europe/Atlantis", isIANA: true, initialOffset: 7_200)
    let trigger = try #require(CalendarTrigger(pattern: pattern, zone: .pinned(zone)))
    #expect(trigger.dateComponents.timeZone?.secondsFromGMT() == 7_200)
  }
}
