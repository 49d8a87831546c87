import CalendarFixtures
import CivilTime
import ICalendar
import SeededRandom
import Testing

/// Overrides are found by the instants at which their alarms can fire.
@Suite struct AlarmIndexTests {
  /// A daily series with overrides that are moved, that repeat, or whose alarms are far from them.
  private func series(_ generator: inout SplitMix) throws -> EventSeries {
    let first = try TestCalendars.instant("2028-01-03T08:00:00Z")
    let alarms = [
      "PT0S", "-P1D", "-PT15M+3xPT10M", "P2D", "-P3D+2xP1D", "END PT1H", "-PT36H+1xP10D",
    ]
    func pick() -> String { alarms[generator.number(0...alarms.count - 1)] }
    var master = try TestCalendars.event(
      start: first.basicFormat, rule: "FREQ=DAILY", alarms: [pick(), pick()])
    master.extent = .lasting(CalendarDuration(days: 1))
    let overrides = try (0..<generator.number(1...12)).map { _ in
      let original = first + generator.number(0...200) * 86_400
      var override = try TestCalendars.override(
        at: original.basicFormat,
        start: (original + generator.number(-400...400) * 1_800).basicFormat,
        alarms: [pick(), pick()],
        isSilent: generator.oneIn(6))
      override.recurrenceID?.isThisAndFuture = generator.oneIn(3)
      if generator.oneIn(5) { override.alarms[0]?.trigger = .absolute(original + 12_345) }
      return override
    }
    return EventSeries(master: master, overrides: overrides)
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func `the fires of short ranges are those of the whole range`(_ seed: UInt64) throws {
    var generator = SplitMix(seed: seed)
    let zones = ["Europe/Berlin", "Etc/UTC", "America/New_York"]
    let zone = try TestCalendars.zone(zones[generator.number(0...2)])
    let expansion = SeriesExpansion(try series(&generator), onDeviceIn: zone)
    let start = try TestCalendars.instant("2027-12-20T00:00:00Z")
    let end = start + 300 * 86_400
    for alarm in expansion.alarms {
      let whole = expansion.fires(of: alarm, in: start..<end)
      var parts: [Fire] = []
      var next = start
      while next < end {
        let last = min(end, next + generator.number(1...10) * 43_211)
        parts += expansion.fires(of: alarm, in: next..<last)
        next = last
      }
      #expect(parts == Array(whole), "seed \(seed), \(alarm)")
    }
  }
}
