import CalendarFixtures
import CivilTime
import ICalendar
import SeededRandom
import Testing

/// Fire dates computed as whole days equal those computed one by one.
@Suite struct FireDaysTests {
  @Test(arguments: [
    // 75 years: some 27,000 days of 24 hours.
    ("FREQ=DAILY;COUNT=20000", 20_000), ("FREQ=HOURLY;COUNT=100000", 100_000),
    ("FREQ=HOURLY;COUNT=150000;INTERVAL=6", 100_000),
    // Too many different times of day.
    ("FREQ=SECONDLY;INTERVAL=7;COUNT=100000", nil),
  ])
  func `a rule with COUNT has its days if they are few enough`(
    rule: String, fewest: Int?
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
    var startDays = OriginalStartCache()
    let found = expansion.fireDays(of: .alarm(0), in: range, days: days, &startDays)
    #expect((found == nil) == (fewest == nil))
    let count = found?.parts.values.flatMap { $0.days.map(\.days.count) }.reduce(0, +)
    if let fewest { #expect((count ?? 0) >= fewest) }
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
    var startDays = OriginalStartCache()
    let found = try #require(
      expansion.fireDays(of: .alarm(0), in: range, days: days, &startDays))
    #expect(Set(found.parts.keys.map(\.repetition)) == Set(0...64))
  }
}

/// Compares two computations for random series, with and without quiet hours.
@Suite struct QuietDaysTests {
  private static let range = ("2011-03-20T05:12:00Z", "2045-10-01T12:00:00Z")

  private struct Case {
    let expansion: SeriesExpansion
    let note: String
  }

  /// A series with up to three alarms, and quiet hours for some components.
  private static func random(
    in zone: Zone, onDeviceIn device: Zone, using random: inout RandomRule
  ) throws -> Case {
    let epoch = CivilDateTime(secondsSince1970: 0).dayNumber
    var components = try RandomSeries(
      .any, startingIn: epoch + 13_000...epoch + 15_500, of: zone, onDeviceIn: device,
      endingIn: epoch + 15_500...epoch + 25_000
    ).components("a@example.org", using: &random)
    for index in components.indices {
      let offsets = [-28_800, -3_600, -900, 0, 600, 36_000].map { CalendarDuration(seconds: $0) }
      for _ in 0..<random.number(0...2) where !components[index].alarms.isEmpty {
        let trigger: Alarm.Trigger =
          random.chance(1, in: 8)
          ? .absolute(try TestCalendars.instant("2014-06-05T03:00:00Z"))
          : .relative(offsets[random.number(0...5)], to: .start)
        components[index].alarms.append(
          Alarm(
            trigger, repeatCount: random.chance(1, in: 3) ? 2 : 0,
            repeatInterval: CalendarDuration(seconds: 1_800)))
      }
    }
    let series = EventSeries(master: components[0], overrides: Array(components.dropFirst()))
    var expansion = SeriesExpansion(series, onDeviceIn: device)
    func time() -> TimeOfDay { TimeOfDay(secondOfDay: random.number(0...95) * 900) }
    let hours = components.map { _ in
      random.chance(1, in: 6) ? nil : QuietHours(from: time(), to: time())
    }
    let drops = random.chance(1, in: 5)
    let lead = [0, 900, 7_200][random.number(0...2)]
    if !random.chance(1, in: 3) {
      expansion.quiet = SeriesQuietHours(hours, dropsFires: drops, lead: lead)
    }
    return Case(
      expansion: expansion, note: "\(hours) drops \(drops) lead \(lead): \(components)")
  }

  private static func instants(_ fires: AlarmFires) -> [FireKey: Set<Instant>] {
    var instants: [FireKey: Set<Instant>] = [:]
    for fire in fires {
      let key = FireKey(repetition: fire.repetition, component: fire.component)
      instants[key, default: []].insert(fire.at)
    }
    return instants
  }

  @Test(arguments: [
    ("Europe/Berlin", "Europe/Berlin"), ("Australia/Lord_Howe", "Australia/Lord_Howe"),
    ("Pacific/Apia", "Pacific/Apia"), ("America/Sao_Paulo", "America/Sao_Paulo"),
    ("America/New_York", "Europe/Berlin"), ("Europe/Berlin", "Australia/Lord_Howe"),
    ("GMT", "America/Havana"), ("America/New_York", "Africa/Casablanca"),
    ("Europe/London", "Europe/Berlin"), ("GMT", "Pacific/Apia"),
    ("Antarctica/Troll", "Antarctica/Troll"), ("Asia/Kolkata", "Asia/Kolkata"),
  ])
  func `days match the expansion of a series, with and without quiet hours`(
    name: String, deviceName: String
  ) throws {
    let seed: UInt64 = 2028
    var random = RandomRule(seed: seed)
    let (zone, device) = (try TestCalendars.zone(name), try TestCalendars.zone(deviceName))
    let range =
      try TestCalendars.instant(Self.range.0)..<TestCalendars.instant(Self.range.1)
    let days =
      range.lowerBound.civilInUTC.dayNumber - 1..<range.upperBound.civilInUTC.dayNumber + 2
    var (compared, moved) = (0, 0)
    for number in 0..<32 {
      let made = try Self.random(in: zone, onDeviceIn: device, using: &random)
      for alarm in made.expansion.alarms {
        let followed = made.expansion.fires(of: alarm, in: range)
        var startDays = OriginalStartCache()
        guard followed.cut == nil,
          let found = made.expansion.fireDays(of: alarm, in: range, days: days, &startDays)
        else { continue }
        compared += 1
        moved += followed.contains { $0.movedFrom != nil } ? 1 : 0
        let instants = Self.instants(followed)
        let parts = found.parts.mapValues { Set($0.instants) }.filter { !$0.value.isEmpty }
        if parts != instants {
          let keys = Set(parts.keys).union(instants.keys).sorted()
          let difference = keys.map { key in
            (
              key, (parts[key] ?? []).subtracting(instants[key] ?? []).sorted().prefix(3),
              (instants[key] ?? []).subtracting(parts[key] ?? []).sorted().prefix(3)
            )
          }
          Issue.record(
            "seed \(seed), \(number), \(alarm): days have, lack \(difference) of \(made.note)")
          return
        }
      }
    }
    #expect(compared > 10 && moved > 4, "\(compared), \(moved)")
  }

  @Test(arguments: ["Europe/Berlin", "America/Sao_Paulo", "Pacific/Apia"])
  func `a range equals its two halves, and moved fires are never early`(
    _ name: String
  ) throws {
    let seed: UInt64 = 31
    var random = RandomRule(seed: seed)
    let zone = try TestCalendars.zone(name)
    let range =
      try TestCalendars.instant(
        "2011-12-20T05:12:00Z")..<TestCalendars.instant(
        "2012-04-10T12:00:00Z")
    for number in 0..<30 {
      let made = try Self.random(in: zone, onDeviceIn: zone, using: &random)
      let middle = range.lowerBound + random.number(0...(range.upperBound - range.lowerBound))
      let alarms = made.expansion.alarms
      let whole = alarms.map { made.expansion.fires(of: $0, in: range) }
      for (alarm, fires) in zip(alarms, whole) {
        let halves =
          Array(made.expansion.fires(of: alarm, in: range.lowerBound..<middle))
          + Array(made.expansion.fires(of: alarm, in: middle..<range.upperBound))
        let note = "seed \(seed), \(number), \(alarm) at \(middle): \(made.note)"
        #expect(Set(halves) == Set(fires) && halves.count == fires.count, "\(note)")
        #expect(fires.allSatisfy { $0.movedFrom.map { [at = $0.at] in $0 < at } ?? true })
      }
    }
  }
}
