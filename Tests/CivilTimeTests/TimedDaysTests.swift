import CivilTime
import SeededRandom
import Testing

/// Instants as days by time of day beside sets of instants.
@Suite struct TimedDaysTests {
  @Test(arguments: ["Europe/Berlin", "Australia/Lord_Howe", "America/New_York", "GMT"])
  func `instants kept as days are those that were put in, through clock changes`(
    _ name: String
  ) throws {
    let zone = try #require(ZoneDatabase().zone(named: name))
    let seed: UInt64 = 41
    var random = SplitMix(seed: seed)
    // All of 2026, which begins on day 20,454.
    let first = Instant(secondsSince1970: 20_454 * 86_400)
    let changes = zone.transitions(in: first..<(first + 365 * 86_400)).map(\.instant)
    func instant() -> Instant {
      guard let change = random.pick(changes), !random.oneIn(3) else {
        return first + random.number(0...365 * 96 - 1) * 900
      }
      return change + random.number(-16...16) * 900
    }
    for round in 0..<150 {
      let members = Set((0..<random.number(0...40)).map { _ in instant() })
      var days = TimedDays(in: zone, days: 20_450..<20_825)
      for member in members { days.insert(member) }
      #expect(days.count == members.count, "seed \(seed), round \(round)")
      for _ in 0..<20 {
        let place = random.oneIn(4) ? members.first ?? instant() : instant()
        let note: Comment = "seed \(seed), round \(round), \(place)"
        #expect(days.contains(place) == members.contains(place), note)
        #expect(days.count(before: place) == members.count { $0 < place }, note)
        var later = days
        later.removeAll(upTo: place)
        #expect(later.count == members.count { $0 > place }, note)
        #expect(members.allSatisfy { later.contains($0) == ($0 > place) }, note)
        var earlier = days
        earlier.removeAll(from: place)
        #expect(earlier.count == members.count { $0 < place }, note)
        #expect(members.allSatisfy { earlier.contains($0) == ($0 < place) }, note)
      }
    }
  }
}
