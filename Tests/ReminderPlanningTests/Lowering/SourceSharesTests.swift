import Testing

@testable import ReminderPlanning

@Suite struct SourceSharesTests {
  private func owner(
    _ source: String, _ uid: String, copies: Set<String> = []
  ) -> SourceShares.Owner {
    SourceShares.Owner(sources: copies.union([source]), uid: uid)
  }

  private func shares(
    of total: Int, _ needs: [(owner: SourceShares.Owner, amount: Int)]
  ) -> SourceShares {
    SourceShares(
      of: total, among: needs.map { SourceShares.Need(owner: $0.owner, amount: $0.amount) })
  }

  @Test func `what is enough for all is not limited`() {
    let shares = shares(of: 10, [(owner("a", "1"), 4), (owner("b", "1"), 6)])
    #expect(shares.limit(for: owner("b", "1")) == .max)
  }

  @Test func `neither a source nor a series takes the part of others`() {
    let needs = [
      (owner("a", "1"), 6), (owner("b", "1"), 9), (owner("b", "2"), 50),
      (owner("b", "2"), 50), (owner("b", "2"), 50),
    ]
    let shares = shares(of: 40, needs)
    // Source b has 40 - 6, its series 2 has 34 - 9, and each of three reminders a third of it.
    #expect(shares.limit(for: owner("a", "1")) >= 6)
    #expect(shares.limit(for: owner("b", "1")) >= 9)
    #expect(shares.limit(for: owner("b", "2")) == 8)
  }

  @Test func `a copy counts for the source that needs less`() {
    let copy = owner("large", "1", copies: ["small"])
    let needs = [(copy, 5), (owner("large", "2"), 1_000), (owner("large", "3"), 1_000)]
    let shares = shares(of: 20, needs)
    #expect(shares.limit(for: copy) >= 5)
    #expect(shares.limit(for: owner("large", "2")) == 7)
  }

  @Test(arguments: [("a", "b"), ("b", "a")])
  func `a copy in a crowded source takes no part from one that needs much`(
    own: String, other: String
  ) {
    let copy = owner(own, "1", copies: [other])
    let crowd = (0..<100).map { (owner(other, "x\($0)"), 10) }
    let shares = shares(of: 20, [(copy, 5), (owner(own, "2"), 15)] + crowd)
    // Half of 20 are for the own source: 5 for each series.
    #expect(shares.limit(for: copy) == 5)
    #expect(shares.limit(for: owner(own, "2")) == 5)
  }

  @Test func `two equal sources have the parts of one`() {
    let needs = (0..<4).map { (owner("a", "\($0)", copies: ["b"]), 10) }
    let shares = shares(of: 20, needs)
    for (owner, _) in needs { #expect(shares.limit(for: owner) == 5) }
  }
}
