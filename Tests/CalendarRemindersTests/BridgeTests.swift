import CalendarFixtures
import CalendarReminders
import Foundation
import SeededRandom
import Testing

@Suite struct DateBridgeTests {
  @Test(arguments: [
    (1_830_499_200.0, 1_830_499_200), (1_830_499_200.999, 1_830_499_200), (-0.5, -1), (-1.0, -1),
    (.nan, 0), (.infinity, 1_000_000_000_000_000), (-.infinity, -1_000_000_000_000_000),
  ])
  func `a date becomes the whole second at or before it, also far away`(
    seconds: Double, expected: Int
  ) {
    let date = Date(timeIntervalSince1970: seconds)
    #expect(Instant(date).secondsSince1970 == expected)
  }

  @Test func `an instant keeps its second through a date and back`() {
    for seconds in [-62_135_596_800, -1, 0, 1, 4_102_444_800] {
      let instant = Instant(secondsSince1970: seconds)
      #expect(Date(instant).timeIntervalSince1970 == Double(seconds))
      #expect(Instant(Date(instant)) == instant)
    }
  }

  @Test func `the day depends on the time zone`() throws {
    // 23:30 in UTC is after midnight in Berlin, and still afternoon in Honolulu.
    let date = Date(try TestCalendars.instant("2028-02-28T23:30:00Z"))
    #expect(
      try CivilDate(date, in: timeZone("Europe/Berlin")) == .on(year: 2028, month: 2, day: 29))
    #expect(
      try CivilDate(date, in: timeZone("Pacific/Honolulu")) == .on(year: 2028, month: 2, day: 28))
  }

  @Test func `an IANA zone comes from the database, and becomes the same time zone again`() throws {
    let berlin = try timeZone("Europe/Berlin")
    let zone = Zone(berlin, from: TestCalendars.zones)
    #expect(zone.isIANA)
    #expect(try zone == TestCalendars.zone("Europe/Berlin"))
    #expect(TimeZone(zone) == berlin)
  }

  @Test(arguments: [12_600, -34_200, 0, 50_400, -43_200])
  func `a fixed offset is kept, and becomes a time zone with that offset again`(_ offset: Int)
    throws
  {
    let fixed = try #require(TimeZone(secondsFromGMT: offset))
    let zone = Zone(fixed)
    #expect(zone.transitions.isEmpty)
    #expect(zone.initialOffset == offset)
    // Other systems know the zone GMT, but not `GMT+0330`.
    #expect(zone.isIANA == (offset == 0))
    #expect(try #require(TimeZone(zone)).secondsFromGMT() == offset)
  }

  @Test func `a zone that the database lacks keeps its transitions`() throws {
    // Foundation accepts California's abbreviation as a zone; other systems don't.
    let zone = Zone(try timeZone("PST"))
    let california = try TestCalendars.zone("America/Los_Angeles")
    #expect(!zone.isIANA)
    for text in [
      "2028-01-01T00:00:00Z", "2028-03-12T09:59:59Z", "2028-03-12T10:00:00Z",
      "2028-11-05T08:59:59Z", "2028-11-05T09:00:00Z", "2099-07-01T00:00:00Z",
    ] {
      let instant = try TestCalendars.instant(text)
      #expect(zone.offset(at: instant) == california.offset(at: instant), "\(text)")
    }
  }

  @Test func `a zone with separate transitions has no equivalent time zone`() {
    let change = Zone.Transition(
      instant: Instant(secondsSince1970: 0), offsetBefore: 0, offsetAfter: 3_600)
    let own = Zone(identifier: "Own", isIANA: false, initialOffset: 0, transitions: [change])
    #expect(TimeZone(own) == nil)
    let unknown = Zone(identifier: "Europe/Atlantis", isIANA: true, initialOffset: 0)
    #expect(TimeZone(unknown) == nil)
  }

  @Test func `components in another calendar give the equivalent Gregorian day`() throws {
    // Rosh Hashanah 5789 begins on 21 September 2028; the Thai year is 543 greater.
    let hebrew = DateComponents(
      calendar: Calendar(identifier: .hebrew), year: 5_789, month: 1, day: 1, hour: 9)
    #expect(CivilDateTime(hebrew)?.description == "2028-09-21T09:00:00")
    let thai = DateComponents(
      calendar: Calendar(identifier: .buddhist), year: 2_571, month: 2, day: 29)
    #expect(CivilDateTime(thai)?.description == "2028-02-29T00:00:00")
  }

  @Test(arguments: [
    DateComponents(year: 2028, month: 2, day: 30), DateComponents(year: 2028, month: 13, day: 1),
    DateComponents(year: 2028, month: 1, day: 1, hour: 24),
    DateComponents(year: 2028, month: 1, day: 1, hour: 8, minute: 60),
    DateComponents(year: 2028, month: 1), DateComponents(hour: 8, minute: 30),
    DateComponents(era: 0, year: 44, month: 3, day: 15), DateComponents(),
    DateComponents(
      calendar: Calendar(identifier: .buddhist), year: 2_571, month: 2, day: 30),
  ])
  func `components without a complete time are rejected`(_ components: DateComponents) {
    #expect(CivilDateTime(components) == nil)
  }

  private func timeZone(_ name: String) throws -> TimeZone {
    try #require(TimeZone(identifier: name))
  }
}

/// The date components passed to the system match the simulation.
@Suite struct TriggerBridgeTests {
  private static let days: [DayClass?] = [
    .everyDay, .weekday(.sunday), .dayOfMonth(28), .date(month: 3, day: 28),
    .ordinalWeekday(month: 11, weekday: .thursday, ordinal: 4),
    CivilDate(year: 2030, month: 11, day: 5).map(DayClass.once),
  ]

  /// One pattern of each class of days, at 02:30, which clock changes skip and repeat; also hourly
  /// and minutely ones.
  private static let patterns: [CalendarPattern] =
    days.compactMap { days in
      guard let days, let time = TimeOfDay(hour: 2, minute: 30) else { return nil }
      return CalendarPattern(days, at: .time(time))
    }
    + [TimeClass.everyHour(minute: 30, second: 0), .everyMinute(second: 0)].compactMap {
      CalendarPattern(.everyDay, at: $0)
    }

  @Test func `the examples include every kind of pattern`() {
    #expect(TriggerBridgeTests.patterns.count == 8)
  }

  @Test(arguments: patterns, ["Europe/Berlin", "America/New_York", "Asia/Kolkata"])
  func `Foundation's next date of the components is the next fire`(
    pattern: CalendarPattern, zoneName: String
  ) throws {
    let zone = try TestCalendars.zone(zoneName)
    let trigger = try #require(CalendarTrigger(pattern: pattern, zone: .pinned(zone)))
    let components = trigger.dateComponents
    let calendar = try #require(components.calendar)
    var random = SplitMix(seed: 20_280_103)
    let first = try TestCalendars.instant("2028-01-01T00:00:00Z")
    for _ in 0..<40 {
      let base = first + Int.random(in: 0..<2 * 366 * 86_400, using: &random)
      // Matching ignores the calendar and zone inside the components.
      let next = calendar.nextDate(
        after: Date(base), matching: components,
        matchingPolicy: .nextTimePreservingSmallerComponents, repeatedTimePolicy: .first,
        direction: .forward)
      // The device's zone differs, which must not affect a trigger with its own zone.
      let expected = trigger.nextFire(after: base, deviceZone: .gmt)
      #expect(next.map { Instant($0) } == expected, "\(pattern) in \(zoneName) after \(base)")
    }
  }

  @Test(arguments: patterns)
  func `only the pattern's fields are set`(_ pattern: CalendarPattern) throws {
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

  @Test func `calendar and time zone are either both set, in one zone, or both absent`() throws {
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

  @Test func `a zone that the system lacks keeps its last offset`() throws {
    let pattern = try #require(TriggerBridgeTests.patterns.first)
    let zone = Zone(identifier: "Europe/Atlantis", isIANA: true, initialOffset: 7_200)
    let trigger = try #require(CalendarTrigger(pattern: pattern, zone: .pinned(zone)))
    #expect(trigger.dateComponents.timeZone?.secondsFromGMT() == 7_200)
  }
}
