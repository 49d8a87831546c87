import CalendarFixtures
import CivilTime
import ICalendar
import Testing

/// The fire dates of a part of a range equal those of the whole range inside that part.
@Suite struct FireWindowTests {
  @Test func `a nominal repeat over a clock change is found from the far side`() throws {
    // 12:00 in Berlin is 10:00 UTC on 24 October and 11:00 UTC on the 25th, 25 hours later.
    let component = try TestCalendars.component(
      "Europe/Berlin:20261024T120000",
      alarms: [try TestCalendars.alarm("PT0S", repeats: 1, every: "P1D")])
    #expect(
      try TestCalendars.fires(
        EventSeries(master: component), in: ("2026-10-25T10:30:00Z", "2026-10-25T12:00:00Z"))
        == ["2026-10-25T11:00:00Z#1"])
  }

  @Test(arguments: [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "GMT",
  ])
  func `random windows match the whole range`(_ name: String) throws {
    let seed: UInt64 = 51
    var random = RandomRule(seed: seed)
    let zone = try TestCalendars.zone(name)
    let start = try #require(CivilDateTime(iso8601: "2011-01-01T00:00:00"))
    let whole =
      Instant(
        secondsSince1970: start.secondsSince1970 - 86_400 * 400)..<Instant(
        secondsSince1970: start.secondsSince1970 + 86_400 * 800)
    for _ in 0..<60 {
      let series = randomSeries(from: start, in: zone, using: &random)
      let expansion = SeriesExpansion(series, onDeviceIn: zone)
      let all = expansion.fires(of: .alarm(0), in: whole)
      for _ in 0..<12 {
        // A window around a fire date, from a second to some days long.
        let index = random.number(0...max(0, all.count - 1))
        let middle = all.isEmpty ? whole.lowerBound : all[index].at
        let length = random.chance(1, in: 2) ? 3_600 : 86_400 * 3
        let lower = max(whole.lowerBound, middle - random.number(0...length))
        let upper = min(whole.upperBound, middle + 1 + random.number(0...length))
        let found = Array(expansion.fires(of: .alarm(0), in: lower..<upper))
        let expected = all.filter { $0.at >= lower && $0.at < upper }
        if found != expected {
          Issue.record(
            """
            seed \(seed): \(series.master?.rules ?? []), \(series.master?.alarms ?? []) in \
            \(lower)..<\(upper): \(found.map(\.at)), not \(expected.map(\.at))
            """)
          return
        }
      }
    }
  }

  /// A series with an alarm of nominal and exact parts, and sometimes a moved occurrence.
  private func randomSeries(
    from start: CivilDateTime, in zone: Zone, using random: inout RandomRule
  ) -> EventSeries {
    func duration() -> CalendarDuration {
      switch random.number(0...3) {
      case 0: CalendarDuration(seconds: random.number(-90_000...90_000))
      case 1: CalendarDuration(days: random.number(-20...20))
      case 2: CalendarDuration(days: random.number(0...9), seconds: random.number(0...9_000))
      default: .zero
      }
    }
    func alarm() -> Alarm {
      // Some repeats are so far apart that each is searched separately.
      let days = random.chance(1, in: 3) ? random.number(20...120) : random.number(1...3)
      let seconds = random.chance(1, in: 3) ? random.number(20...90) * 86_399 : 100_000
      let repeatInterval =
        random.chance(1, in: 2)
        ? CalendarDuration(days: days)
        : CalendarDuration(seconds: random.number(min(600, seconds)...seconds))
      return Alarm(
        .relative(duration(), to: random.chance(1, in: 2) ? .start : .end),
        repeatCount: random.chance(1, in: 2) ? 0 : random.number(1...8),
        repeatInterval: repeatInterval)
    }
    func time(_ dayNumber: Int) -> CalendarTime {
      CalendarTime(
        CivilDateTime(
          dayNumber: dayNumber, secondOfDay: random.number(0...23) * 3_600 + 1_800),
        reference: .zone(zone))
    }
    let first = time(start.dayNumber + random.number(0...300))
    var master = CalendarComponent(uid: "a@example.org", start: first)
    master.extent = .lasting(duration())
    master.rules = [RecurrenceRule(.daily, interval: random.number(1...9))]
    master.alarms = [alarm()]
    if random.chance(1, in: 3) {
      // Each PERIOD has a different end.
      master.recurrenceDates = (0..<random.number(1...6)).map { _ in
        let date = time(start.dayNumber + random.number(0...300))
        let length = duration()
        let end = CalendarTime(
          date.civil + length.days * 86_400 + length.seconds, reference: date.reference)
        return CalendarComponent.RecurrenceDate(
          date, extent: random.chance(1, in: 2) ? .lasting(length) : .until(end))
      }
    }
    guard random.chance(1, in: 2) else { return EventSeries(master: master) }
    // 70 overrides are too many to search each of them for every window.
    let count = random.chance(1, in: 4) ? 70 : 1
    let isFollowed = random.chance(1, in: 2)
    let overrides = (0..<count).map { number in
      var override = master
      override.rules = []
      override.recurrenceDates = []
      let original = CalendarTime(
        first.civil
          + 86_400 * master.rules[0].interval
          * (number * 2 + random.number(count == 1 ? 1...20 : 1...2)),
        reference: first.reference)
      override.start = time(original.civil.dayNumber + random.number(-5...5))
      override.recurrenceID = CalendarComponent.RecurrenceID(
        original, isThisAndFuture: isFollowed)
      override.alarms = [alarm()]
      return override
    }
    return EventSeries(master: master, overrides: overrides)
  }
}
