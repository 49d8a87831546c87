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
    // At too many times of day.
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
      let series = try RandomSeries.series(in: zone, using: &random)
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
      let parts = found.parts.mapValues { Set($0.instants) }.filter { !$0.value.isEmpty }
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
}
