import SeededRandom
import Testing

@testable import CivilTime

@Suite struct InstantSetTests {
  /// Whole and odd offsets, zones with and without clock changes, and one that skipped a day.
  static let zones = [
    "GMT", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe",
    "Pacific/Apia", "Africa/Casablanca",
  ]

  @Test(arguments: zones, zones)
  func `sets read in another zone have the same instants`(name: String, other: String) throws {
    let database = ZoneDatabase()
    let zone = try #require(database.zone(named: name))
    let otherZone = try #require(database.zone(named: other))
    var random = SplitMix(seed: UInt64(name.count * 31 + other.count))
    // 2010 to 2040, with the days around the change of Samoa in 2011.
    let days = 14_610..<25_568
    var set = InstantSet(in: zone, days: days)
    for _ in 0..<12 {
      let time = random.number(0...95) * 900 + random.number(0...1)
      let step = random.pick([1, 1, 7, 30]) ?? 1
      for day in stride(from: days.lowerBound + 3, to: days.upperBound - 3, by: step) {
        set.insert(Instant(secondsSince1970: day * 86_400 + time))
      }
    }
    let read = set.read(in: otherZone)
    #expect(read.zone == otherZone)
    #expect(read.instants.sorted() == set.instants.sorted())
    // A day and a time identify the first pass, so the second one is stored separately.
    #expect(read.secondPasses == Set(set.instants.filter(otherZone.isSecondPass)))
  }

  @Test func `instants outside of the days are left out`() throws {
    let kiritimati = try #require(ZoneDatabase().zone(named: "Pacific/Kiritimati"))
    var set = InstantSet(in: .gmt, days: 20_000..<20_010)
    for day in 20_000..<20_010 { set.insert(Instant(secondsSince1970: day * 86_400 + 72_000)) }
    // 20:00 in GMT is 10:00 on the next day there, 14 hours ahead.
    let read = set.read(in: kiritimati)
    #expect(read.days.times == [TimeOfDay(secondOfDay: 36_000)])
    #expect(read.days.first?.days.map { $0 } == Array(20_001..<20_010))
  }
}
