import CalendarFixtures
import CivilTime
import ICalendar
import SeededRandom
import Testing

/// Fires as days, found all at once, are the fires that are found one by one.
@Suite struct FireDaysTests {
  @Test(arguments: [
    // 75 years: some 27,000 days of 24 hours.
    ("FREQ=DAILY;COUNT=20000", 20_000), ("FREQ=HOURLY;COUNT=100000", 100_000),
    ("FREQ=HOURLY;COUNT=150000;INTERVAL=6", 100_000),
    // More than are collected, or at more times of day: given up without walking there.
    ("FREQ=MINUTELY;COUNT=2000000000", nil), ("FREQ=SECONDLY;INTERVAL=7;COUNT=2000000000", nil),
    ("FREQ=SECONDLY;INTERVAL=7;COUNT=100000", nil),
  ])
  func `a rule that is counted has its days where they are few enough`(
    _ rule: String, _ fewest: Int?
  ) throws {
    var event = CalendarComponent(
      uid: "event",
      start: CalendarTime(try #require(CivilDateTime(iso8601: "2026-01-01T00:00")), reference: .utc)
    )
    event.rules = [try RecurrenceRule(rule)]
    event.alarms = [Alarm(.relative(.zero, to: .start))]
    let expansion = SeriesExpansion(EventSeries(master: event), onDeviceIn: .gmt)
    let range =
      try TestCalendars.instant(
        "2026-01-01T00:00:00Z")..<TestCalendars.instant(
        "2100-01-01T00:00:00Z")
    let days = range.lowerBound.civilInUTC.dayNumber..<range.upperBound.civilInUTC.dayNumber
    var startDays = StartDays()
    let found = expansion.fireDays(of: .alarm(0), in: range, days: days, &startDays)
    #expect((found == nil) == (fewest == nil))
    let count = found?.parts.values.flatMap { $0.days.map(\.days.count) }.reduce(0, +)
    if let fewest { #expect((count ?? 0) >= fewest) }
  }

  @Test(arguments: [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Antarctica/Troll",
    "America/Sao_Paulo", "Pacific/Apia", "Asia/Kolkata", "GMT",
  ])
  func `days hold what following the series finds`(_ name: String) throws {
    let seed: UInt64 = 28
    var random = RandomRule(seed: seed)
    let zone = try TestCalendars.zone(name)
    // Both ends lie inside a day, and the whole is longer than the calendar's 28 years.
    let range =
      try TestCalendars.instant(
        "2011-03-20T12:00:00Z")..<TestCalendars.instant(
        "2045-10-01T12:00:00Z")
    let days =
      range.lowerBound.civilInUTC.dayNumber - 1..<range.upperBound.civilInUTC.dayNumber + 2
    var compared = 0
    for _ in 0..<40 {
      let series = try randomSeries(in: zone, using: &random)
      let expansion = SeriesExpansion(series, onDeviceIn: zone)
      let followed = expansion.fires(of: .alarm(0), in: range)
      var startDays = StartDays()
      guard followed.cut == nil,
        let found = expansion.fireDays(of: .alarm(0), in: range, days: days, &startDays)
      else { continue }
      compared += 1
      var instants: [FireKey: Set<Instant>] = [:]
      for fire in followed {
        let key = FireKey(repetition: fire.repetition, component: fire.component)
        instants[key, default: []].insert(fire.at)
      }
      let parts = found.parts.mapValues { self.instants($0, in: zone) }.filter { !$0.value.isEmpty }
      if parts != instants {
        let difference = instants.map { key, value in
          value.symmetricDifference(parts[key] ?? []).sorted().prefix(3)
        }
        Issue.record("seed \(seed): \(series) differs at \(difference)")
        return
      }
    }
    #expect(compared > 20)
  }

  @Test func `a million repeats of one alert have days for the first 64 only`() throws {
    var event = try TestCalendars.component("20260101T000000Z", rules: ["FREQ=DAILY"])
    event.alarms = [
      Alarm(
        .absolute(try TestCalendars.instant("2026-01-01T00:00:00Z")), repeatCount: 1_000_000,
        repeatInterval: CalendarDuration(seconds: 300))
    ]
    let expansion = SeriesExpansion(EventSeries(master: event), onDeviceIn: .gmt)
    let range =
      try TestCalendars.instant(
        "2026-01-01T00:00:00Z")..<TestCalendars.instant(
        "2036-01-01T00:00:00Z")
    let days = range.lowerBound.civilInUTC.dayNumber..<range.upperBound.civilInUTC.dayNumber
    var startDays = StartDays()
    let found = try #require(
      expansion.fireDays(of: .alarm(0), in: range, days: days, &startDays))
    #expect(Set(found.parts.keys.map(\.repetition)) == Set(0...64))
  }

  private func instants(_ part: TimedDays, in zone: Zone) -> Set<Instant> {
    var instants = part.secondPasses
    for (time, days) in part.days {
      for day in days {
        instants.insert(zone.instant(of: CivilDateTime(dayNumber: day, time: time)))
      }
    }
    return instants
  }

  /// A series of any frequency with exceptions, periods, overrides and repeats, often at times that
  /// clock changes touch.
  private func randomSeries(
    in zone: Zone, using random: inout RandomRule
  ) throws -> EventSeries {
    let reference: CalendarTime.Reference = .zone(zone)
    let hour = [0, 1, 2, 2, 3, 9, 23][random.number(0...6)]
    let day = CivilDateTime(secondsSince1970: 0).dayNumber + random.number(13_000...15_500)
    let start = CalendarTime(
      CivilDateTime(dayNumber: day, secondOfDay: hour * 3_600 + 900 * random.number(0...3)),
      reference: reference)
    let frequencies: [RecurrenceRule.Frequency] = [.hourly, .daily, .weekly, .monthly, .yearly]
    var rule = random.rule(frequencies[random.number(0...4)])
    if random.chance(1, in: 4) { rule.count = random.number(1...900) }
    var master = CalendarComponent(uid: "a@example.org", start: start)
    master.rules = [rule]
    let elsewhere = try otherZone(using: &random)
    switch random.number(0...3) {
    case 0: master.extent = .lasting(CalendarDuration(days: 1, seconds: 7_200))
    case 1: master.extent = .until(CalendarTime(start.civil + 90_000, reference: elsewhere))
    default: break
    }
    let offsets = [
      CalendarDuration(seconds: -900), .zero, CalendarDuration(days: -1),
      CalendarDuration(seconds: -86_400), CalendarDuration(days: -1, seconds: -7_200),
      CalendarDuration(seconds: 18_000), CalendarDuration(days: -7),
    ]
    let trigger: Alarm.Trigger =
      random.chance(1, in: 6)
      ? .timeOfDay(TimeOfDay(secondOfDay: 9_000))
      : .relative(offsets[random.number(0...6)], to: random.chance(1, in: 3) ? .end : .start)
    let acknowledged = zone.instant(of: start.civil + 86_400 * random.number(0...3_000) + 300)
    master.alarms = [
      Alarm(
        trigger, repeatCount: random.chance(1, in: 3) ? 3 : 0,
        repeatInterval: random.chance(1, in: 2)
          ? CalendarDuration(days: 1) : CalendarDuration(seconds: 600),
        acknowledged: random.chance(1, in: 4) ? acknowledged : nil)
    ]
    func occurrence() -> CalendarTime {
      CalendarTime(start.civil + 86_400 * random.number(1...3_000), reference: reference)
    }
    master.exceptionDates = (0..<random.number(0...3)).map { _ in
      CalendarTime(
        occurrence().civil, isDate: random.chance(1, in: 2), reference: reference)
    }
    if random.chance(1, in: 2) {
      master.recurrenceDates = [
        CalendarComponent.RecurrenceDate(
          occurrence(), extent: .lasting(CalendarDuration(seconds: 25_200)))
      ]
    }
    guard random.chance(1, in: 2) else { return EventSeries(master: master) }
    var override = CalendarComponent(uid: master.uid, start: occurrence())
    override.recurrenceID = CalendarComponent.RecurrenceID(occurrence())
    override.alarms = master.alarms
    let changes = try (0..<random.number(0...2)).map { _ in
      try change(of: occurrence(), master, using: &random)
    }
    return EventSeries(master: master, overrides: [override] + changes)
  }

  /// An override of an occurrence and all that follow, in the same zone or in another.
  private func change(
    of original: CalendarTime, _ master: CalendarComponent, using random: inout RandomRule
  ) throws -> CalendarComponent {
    let distances = [0, 0, 1_800, 3_600, -5_400, 27_000, 86_400, -86_400, 259_200, -2_000_000]
    var start = original
    start.civil = original.civil + distances[random.number(0...9)]
    if random.chance(1, in: 3) { start.reference = try otherZone(using: &random) }
    var change = CalendarComponent(uid: master.uid, start: start)
    change.recurrenceID = CalendarComponent.RecurrenceID(original, isThisAndFuture: true)
    change.extent = random.chance(1, in: 2) ? .unspecified : master.extent
    change.alarms = random.chance(1, in: 6) ? [] : master.alarms
    return change
  }

  private func otherZone(using random: inout RandomRule) throws -> CalendarTime.Reference {
    let names = ["America/New_York", "Europe/Berlin", "America/Havana", "Asia/Kolkata"]
    return .zone(try TestCalendars.zone(names[random.number(0...3)]))
  }
}
