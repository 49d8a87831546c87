import Testing

/// The two ways to find the best of all choices, against each other.
@Suite struct TrueOptimumSelfTests {
  @Test(arguments: 0..<60)
  func `trying every choice finds nothing better and nothing worse`(_ seed: Int) {
    let instance = RandomInstance.instance(seed: seed, .tiny)
    #expect(
      TrueOptimum(instance).score() == PlainEnumeration.score(instance, .all),
      "tiny seed \(seed)\n\(instance)")
  }

  @Test(arguments: 0..<100)
  func `triggers that meet are taken away as well as by trying every end`(_ seed: Int) {
    let instance = RandomInstance.instance(seed: seed, .mixed)
    #expect(
      TrueOptimum(instance).score() == PlainEnumeration.score(instance, .next),
      "mixed seed \(seed)\n\(instance)")
  }
}
