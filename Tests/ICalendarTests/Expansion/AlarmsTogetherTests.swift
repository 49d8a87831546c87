import CalendarFixtures
import CivilTime
import ICalendar
import SeededRandom
import Testing

/// The alarms of a series looked at together, beside each by itself.
@Suite struct AlarmsTogetherTests {
  private static let offsets = [
    "-P1D", "-PT8H", "-PT15M", "PT0S", "PT10H", "P2D", "END PT0S", "END -P1D", "-PT5M+3xPT10M",
    "-P30D", "PT0S+2xP1D", "P70D",
  ]

  @Test(arguments: ["Europe/Berlin", "America/New_York", "Pacific/Apia", "Australia/Lord_Howe"])
  func `alarms have the same fires and cuts together as alone`(_ name: String) throws {
    let zone = try TestCalendars.zone(name)
    var crowded = 0
    for seed in 0..<150 {
      var random = RandomRule(seed: UInt64(seed))
      var components = try RandomSeries.series(in: zone, using: &random).components
      for index in components.indices {
        components[index].alarms = try (0..<random.number(2...5)).map { _ in
          try TestCalendars.alarm(
            AlarmsTogetherTests.offsets[random.number(0...AlarmsTogetherTests.offsets.count - 1)])
        }
      }
      if random.chance(1, in: 2) {
        components[0].exceptionDates = []
        components[0].exceptionRules = []
        components[0].recurrenceDates = []
        components = [components[0]]
      }
      let series = EventSeries(master: components[0], overrides: Array(components.dropFirst()))
      var expansion = SeriesExpansion(series, onDeviceIn: zone)
      expansion.fireLimit = random.number(1...60)
      let range =
        try TestCalendars.instant(
          "2011-03-20T05:12:00Z")..<TestCalendars.instant(
          "2013-10-01T12:00:00Z")
      let together = expansion.fires(ofAll: expansion.alarms, in: range)
      for (alarm, fires) in zip(expansion.alarms, together) {
        let alone = expansion.fires(of: alarm, in: range)
        let note = "seed \(seed), \(alarm), limit \(expansion.fireLimit): \(components)"
        #expect(Array(fires) == Array(alone), "\(note)")
        #expect(fires.cut == alone.cut, "\(note)")
        #expect(fires.isCrowded == alone.isCrowded, "\(note)")
        crowded += alone.isCrowded ? 1 : 0
      }
    }
    // Where nothing is cut, nothing is shown of looks that are.
    #expect(crowded > 100)
  }
}
