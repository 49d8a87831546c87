import CivilTime
import SeededRandom
import Testing

/// How many transitions lie before an instant, beside counting them.
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
    // None, one, many in a day, some in a century, and more time between them than is divided.
    (0, 1), (1, 1), (500, 86_400), (40, 3_000_000_000), (7, 400_000_000_000),
  ])
  func `transitions are counted wherever they lie`(_ count: Int, _ span: Int) {
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
