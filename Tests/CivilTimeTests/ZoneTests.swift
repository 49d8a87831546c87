import CivilTime
import Foundation
import SeededRandom
import Testing

/// Compares the tables of transitions with the zone data that they were read from.
@Suite struct ZoneTests {
  private static let database = ZoneDatabase()

  @Test func `every zone has Foundation's offset one second before and after every transition`()
    throws
  {
    for name in TimeZone.knownTimeZoneIdentifiers {
      let zone = try #require(ZoneTests.database.zone(named: name), "\(name)")
      let timeZone = try #require(TimeZone(identifier: name))
      var cursor = ZoneCursor(zone)
      var instants = zone.transitions.map(\.instant.secondsSince1970)
        .filter { (0..<2_145_916_800).contains($0) }
      instants += stride(from: 0, to: 2_145_916_800, by: 86_400 * 61)
      for seconds in instants.sorted() {
        for instant in [-1, 0, 1].map({ Instant(secondsSince1970: seconds + $0) }) {
          let expected = timeZone.secondsFromGMT(for: instant.date)
          if zone.offset(at: instant) != expected
            || cursor.civil(at: instant) != zone.civil(at: instant)
          {
            Issue.record("\(name) at \(instant): \(zone.offset(at: instant)), not \(expected)")
            return
          }
        }
      }
    }
  }

  @Test func `every zone has Foundation's transitions to the end of its tables`() throws {
    for name in TimeZone.knownTimeZoneIdentifiers {
      let zone = try #require(ZoneTests.database.zone(named: name), "\(name)")
      let timeZone = try #require(TimeZone(identifier: name))
      var date = Date(timeIntervalSince1970: -3_786_825_600)  // 1850-01-01T00:00:00Z
      var offset = timeZone.secondsFromGMT(for: date)
      var expected: [Zone.Transition] = []
      while let next = timeZone.nextDaylightSavingTimeTransition(after: date), next > date,
        next < ZoneDatabase.end.date
      {
        let after = timeZone.secondsFromGMT(for: next)
        if after != offset {
          expected.append(
            Zone.Transition(instant: Instant(next), offsetBefore: offset, offsetAfter: after))
        }
        (date, offset) = (next, after)
      }
      #expect(zone.transitions == expected, "\(name)")
    }
  }

  // Links of the file backward in IANA's tzdata.
  @Test(arguments: [
    ("CET", "Europe/Brussels"), ("EST", "America/Panama"), ("EST5EDT", "America/New_York"),
    ("GB", "Europe/London"), ("Japan", "Asia/Tokyo"), ("NZ-CHAT", "Pacific/Chatham"),
    ("PRC", "Asia/Shanghai"), ("Singapore", "Asia/Singapore"), ("Turkey", "Europe/Istanbul"),
    ("W-SU", "Europe/Moscow"), ("Zulu", "GMT"), ("GMT0", "GMT"),
  ])
  func `a name without a region is a link to a zone`(
    name: String, target: String
  ) throws {
    let zone = try #require(ZoneTests.database.zone(named: name))
    let other = try #require(ZoneTests.database.zone(named: target))
    // The zones agree in these years in every version of the data since 2000.
    for seconds in stride(from: 1_600_000_000, to: 1_900_000_000, by: 86_400) {
      let instant = Instant(secondsSince1970: seconds)
      #expect(zone.offset(at: instant) == other.offset(at: instant), "\(instant)")
    }
  }

  @Test(arguments: ["PST", "CEST", "GMT+3", "UTC+1", "Berlin", ""])
  func `an abbreviation or an offset is not a zone of the IANA database`(_ name: String) {
    #expect(ZoneTests.database.zone(named: name) == nil)
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let civil: String
    let zone: String
    let resolution: String
    var testDescription: String { "\(civil) \(zone)" }

    init(_ civil: String, in zone: String, is resolution: String) {
      (self.civil, self.zone, self.resolution) = (civil, zone, resolution)
    }
  }

  @Test(arguments: [
    Row("2026-03-29T01:59:59", in: "Europe/Berlin", is: "2026-03-29T00:59:59Z"),
    Row("2026-03-29T02:00:00", in: "Europe/Berlin", is: "gap 3600 7200"),
    Row("2026-03-29T02:59:59", in: "Europe/Berlin", is: "gap 3600 7200"),
    Row("2026-03-29T03:00:00", in: "Europe/Berlin", is: "2026-03-29T01:00:00Z"),
    Row("2026-10-25T01:59:59", in: "Europe/Berlin", is: "2026-10-24T23:59:59Z"),
    Row(
      "2026-10-25T02:00:00", in: "Europe/Berlin", is: "2026-10-25T00:00:00Z 2026-10-25T01:00:00Z"),
    Row(
      "2026-10-25T02:59:59", in: "Europe/Berlin", is: "2026-10-25T00:59:59Z 2026-10-25T01:59:59Z"),
    Row("2026-10-25T03:00:00", in: "Europe/Berlin", is: "2026-10-25T02:00:00Z"),
    Row("2026-10-04T01:59:59", in: "Australia/Lord_Howe", is: "2026-10-03T15:29:59Z"),
    Row("2026-10-04T02:00:00", in: "Australia/Lord_Howe", is: "gap 37800 39600"),
    Row("2026-10-04T02:30:00", in: "Australia/Lord_Howe", is: "2026-10-03T15:30:00Z"),
    Row("2011-12-29T23:59:59", in: "Pacific/Apia", is: "2011-12-30T09:59:59Z"),
    Row("2011-12-30T12:00:00", in: "Pacific/Apia", is: "gap -36000 50400"),
    Row("2011-12-31T00:00:00", in: "Pacific/Apia", is: "2011-12-30T10:00:00Z"),
    Row("2018-11-04T00:00:00", in: "America/Sao_Paulo", is: "gap -10800 -7200"),
  ])
  func `a civil time has one instant, a gap or a fold`(_ row: Row) throws {
    let zone = try #require(ZoneTests.database.zone(named: row.zone))
    let civil = try #require(CivilDateTime(iso8601: row.civil))
    let text =
      switch zone.resolve(civil) {
      case .unique(let instant): "\(instant)"
      case .gap(let before, let after): "gap \(before) \(after)"
      case .fold(let first, let second): "\(first) \(second)"
      }
    #expect(text == row.resolution)
  }

  @Test func `a skipped time has the offset before the gap, a repeated one is the first`() throws {
    let zone = try #require(ZoneTests.database.zone(named: "Europe/Berlin"))
    let skipped = try #require(CivilDateTime(iso8601: "2026-03-29T02:30:00"))
    let repeated = try #require(CivilDateTime(iso8601: "2026-10-25T02:30:00"))
    #expect(zone.instant(of: skipped).description == "2026-03-29T01:30:00Z")
    #expect(zone.instant(of: repeated).description == "2026-10-25T00:30:00Z")
    let second = try #require(zone.otherPass(of: zone.instant(of: repeated)))
    #expect(second.description == "2026-10-25T01:30:00Z")
    #expect(zone.isSecondPass(second))
    #expect(!zone.isSecondPass(zone.instant(of: repeated)))
  }

  @Test(arguments: ["Europe/Atlantis", "GMT+3", "", "europe berlin"])
  func `a name that other systems lack is not a zone`(_ name: String) {
    #expect(ZoneTests.database.zone(named: name) == nil)
  }
}

/// Compares the search for the number of transitions before an instant with a count.
@Suite struct TransitionSearchTests {
  private func zone(_ instants: [Int]) -> Zone {
    Zone(
      identifier: "test", isIANA: false, initialOffset: 0,
      transitions: instants.enumerated().map { index, second in
        Zone.Transition(
          instant: Instant(secondsSince1970: second), offsetBefore: index % 2 * 3_600,
          offsetAfter: (index + 1) % 2 * 3_600)
      })
  }

  @Test(arguments: [
    // No transition, one, many in a day, some in a century, and some in thousands of years.
    (0, 1), (1, 1), (500, 86_400), (40, 3_000_000_000), (7, 400_000_000_000),
  ])
  func `the number of transitions in any range is correct`(count: Int, span: Int) {
    let seed: UInt64 = 23
    var random = SplitMix(seed: seed)
    let instants = Set((0..<count).map { _ in random.number(-span...span) }).sorted()
    let zone = zone(instants)
    let asked =
      instants.flatMap { [$0 - 1, $0, $0 + 1] }
      + (0..<500).map { _ in random.number(-2 * span...2 * span) } + [.min + 1, .max]
    for second in asked {
      let instant = Instant(secondsSince1970: second)
      #expect(
        zone.transitionCount(upTo: instant) == instants.count { $0 <= second },
        "seed \(seed), \(count) in \(span): \(second)")
    }
    for _ in 0..<100 {
      let ends = [random.number(-span...span), random.number(-span...span)].sorted()
      let range =
        Instant(secondsSince1970: ends[0])..<Instant(secondsSince1970: ends[1])
      #expect(
        zone.transitions(in: range).map(\.instant.secondsSince1970)
          == instants.filter { (ends[0]..<ends[1]).contains($0) })
    }
  }
}
