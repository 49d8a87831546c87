import CalendarFixtures
import CivilTime
import SeededRandom
import Testing

@testable import ReminderCompiler
@testable import ReminderExpansion
@testable import ReminderOptions
@testable import ReminderPlanning
@testable import ReminderPlans

@Suite struct CommonInstantsTests {
  private static let days = 19_000..<27_000

  /// Sets of a few times of day, with few or many days, and second passes of repeated hours.
  private func sets(_ random: inout SplitMix) throws -> [InstantSet] {
    let zone = try TestCalendars.zone("Europe/Berlin")
    let passes = zone.transitions.filter { !$0.isGap }.suffix(40).map { $0.instant + 1_800 }
    return (0..<24).map { _ in
      var set = InstantSet(in: zone, days: Self.days)
      for _ in 0..<random.number(0...3) {
        // At none of them is an instant that a clock change moved from another.
        let time = TimeOfDay(secondOfDay: (random.pick([1, 2, 5]) ?? 0) * 3_600 + 1_800)
        // Around the limit of days that are found one by one, and none.
        for _ in 0..<(random.pick([0, 1, 60, 127, 128, 129, 3_000]) ?? 0) {
          let day = random.number(Self.days.lowerBound...Self.days.upperBound - 1)
          set.days.insert(day, at: time, in: Self.days)
        }
      }
      for pass in passes where random.oneIn(20) { set.insert(pass) }
      return set
    }
  }

  @Test(arguments: 0..<20)
  func `the first common instants are those of all pairs`(_ seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let sets = try sets(&random)
    let found = CommonInstants(of: sets).firsts
    for place in sets.indices {
      let members = Set(sets[place].instants)
      let expected = sets.indices.compactMap { other -> [Int]? in
        guard other != place, let at = members.intersection(sets[other].instants).min() else {
          return nil
        }
        return [other, at.secondsSince1970]
      }
      #expect(found[place].map { [$0.other, $0.at.secondsSince1970] } == expected)
    }
  }

  @Test func `no sets have nothing in common`() {
    #expect(CommonInstants(of: []).firsts.isEmpty)
  }
}
