import CivilTime
import Testing

/// Each participant receives its need or the common limit.
@Suite struct FairShareTests {
  struct Share: Sendable {
    let needs: [Int]
    let total: Int
    let limit: Int
  }

  @Test(arguments: [
    // All needs fit, so the limit is the most.
    Share(needs: [20_000, 10_000], total: 50_000, limit: 600_000),
    Share(needs: [20_000, 30_000], total: 50_000, limit: 600_000),
    // 5,000 is granted in full; the others share the rest.
    Share(needs: [80_000, 5_000, 90_000], total: 50_000, limit: 22_500),
    Share(needs: [90_000, 90_000, 90_000, 90_000], total: 100_000, limit: 25_000),
    Share(needs: [90_000, 90_000, 90_000], total: 6_000, limit: 2_000),
    // Two each; two of the eight are left over.
    Share(needs: [3, 4, 5], total: 8, limit: 2),
    Share(needs: [1, 1, 1], total: 2, limit: 0),
    Share(needs: [0, 7], total: 0, limit: 0),
    Share(needs: [.max, 1, .max], total: 1_000_001, limit: 500_000),
    // No share exceeds the most.
    Share(needs: [.max, 1, 2], total: 5_000_000, limit: 600_000),
    Share(needs: [], total: 0, limit: 600_000),
  ])
  func `each gets its need, or at most the limit`(_ share: Share) {
    #expect(FairShare.limit(of: share.total, for: share.needs, atMost: 600_000) == share.limit)
  }

  /// The limit by the definition of max-min fairness.
  ///
  /// Of all ways to share, the fairest gives the smallest share the most, then the next one (the
  /// greatest sorted vector). Its limit is the smallest share of those whose need isn't met.
  private func fairest(of total: Int, for needs: [Int], atMost most: Int) -> Int {
    var ways: [[Int]] = [[]]
    for need in needs {
      ways = ways.flatMap { way in (0...min(need, most)).map { way + [$0] } }
    }
    let fair = ways.filter { $0.reduce(0, +) <= total }
      .max { $0.sorted().lexicographicallyPrecedes($1.sorted()) }
    return zip(fair ?? [], needs).filter { $0 < $1 }.map(\.0).min() ?? most
  }

  @Test func `the limit is that of a fair division`() {
    for code in 0..<125 {
      let needs = [code / 25, code / 5 % 5, code % 5]
      for total in 0...13 {
        #expect(
          FairShare.limit(of: total, for: needs, atMost: 6)
            == fairest(of: total, for: needs, atMost: 6), "\(total) for \(needs)")
      }
    }
  }
}
