import Testing

@testable import ICalendarReader

/// How many alarms of each component are read.
@Suite struct AlarmSharesTests {
  struct Share: Sendable {
    let counts: [Int]
    let limit: Int
  }

  @Test(arguments: [
    Share(counts: [], limit: 1_000),
    // A million events with an alarm each lose none.
    Share(counts: Array(repeating: 1, count: 1_000_000), limit: 32),
    Share(counts: [5_000, 3, 1], limit: 1_000),
    // 32 × 1,000 fit and 33 × 1,000 don't: 33 × 992 are 32,736.
    Share(counts: Array(repeating: 1_000, count: 32), limit: 1_000),
    Share(counts: Array(repeating: 1_000, count: 33), limit: 992),
    // 268 are left for two beside those that get all they have.
    Share(
      counts: Array(repeating: 50, count: 650) + Array(repeating: 900, count: 2), limit: 134),
    Share(counts: Array(repeating: 1_000, count: 500), limit: 65),
    Share(counts: Array(repeating: 1_000, count: 10_000), limit: 32),
  ])
  func `each component gets what it has or the same number`(_ share: Share) {
    #expect(AlarmShares.limit(for: share.counts) == share.limit)
  }
}
