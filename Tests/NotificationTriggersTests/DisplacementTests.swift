import CivilTime
import NotificationTriggers
import SeededRandom
import Testing

/// The effect of a gap or repeated hour on a pattern.
///
/// The compiler's proofs depend on this list being complete.
@Suite struct DisplacementTests {
  @Test(arguments: TestZones.names)
  func `a pattern fires at its times, except for the displacements`(_ name: String) throws {
    let seed: UInt64 = 35
    var random = SplitMix(seed: seed)
    let zone = try #require(TestZones.database.zone(named: name))
    let origin = try #require(Instant(iso8601: "2020-01-01T12:00:00Z"))
    for round in 0..<60 {
      let some = origin + round * 5_000_000
      let change = zone.transitions(in: some..<some + 366 * 86_400).first?.instant ?? origin
      guard
        let pattern = CalendarPattern.random(
          near: zone.civil(at: change + (round % 3 - 1) * 3_600), using: &random),
        !pattern.isOnce
      else { continue }
      // At least a hundred times the period: 12 years of days, two weeks of hours, hours of
      // minutes.
      let start = pattern.time.period == 86_400 ? origin : change - 200 * pattern.time.period
      let end = start + (pattern.time.period == 86_400 ? 4_383 : 400) * pattern.time.period
      var expected = Set<Instant>()
      let lastCivil = zone.civil(at: end)
      var civil = pattern.firstTime(after: zone.civil(at: start))
      while let time = civil, time < lastCivil {
        if case .gap = zone.resolve(time) {} else { expected.insert(zone.instant(of: time)) }
        civil = pattern.firstTime(after: time)
      }
      for displacement in pattern.displacements(in: start..<end, zone: zone) {
        if case .gap = zone.resolve(displacement.nominal) {
        } else {
          expected.remove(zone.instant(of: displacement.nominal))
        }
        switch displacement.outcome {
        case .dropped: break
        case .moved(let fire): expected.insert(fire)
        case .repeated(let first, let second): expected.formUnion([first, second])
        }
      }
      let fires = Set(TriggerFireDates(of: pattern, in: zone, addedAt: start, until: end))
      let difference = fires.symmetricDifference(expected).sorted().prefix(4)
      #expect(difference.isEmpty, "seed \(seed), round \(round): \(pattern) in \(name)")
    }
  }

  @Test func `a yearly weekday in the gap of two successive years misses the second`() throws {
    // Foundation skips 2017: its search continues from the fire that the gap of 2016 moved, and a
    // step of a week crosses the gap of 2017.
    let zone = try #require(TestZones.database.zone(named: "Europe/Berlin"))
    let pattern = try #require(
      CalendarPattern(
        .ordinalWeekday(month: 3, weekday: .sunday, ordinal: 4),
        at: .time(TimeOfDay(secondOfDay: 9_000))))
    let range = try instant("2016-01-01T00:00:00Z")..<instant("2018-01-01T00:00:00Z")
    #expect(
      pattern.displacements(in: range, zone: zone).map(\.outcome) == [
        .moved(to: try instant("2016-03-27T01:30:00Z")), .dropped,
      ])
  }

  private func instant(_ text: String) throws -> Instant {
    try #require(Instant(iso8601: text))
  }
}
