import Testing

@testable import ReminderPlanning

@Suite struct SourceSharesTests {
  private func owner(
    _ source: String, _ uid: String, copies: Set<String> = []
  ) -> SourceShares.Owner {
    SourceShares.Owner(source: source, sourcesOfCopies: copies, uid: uid)
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
}
