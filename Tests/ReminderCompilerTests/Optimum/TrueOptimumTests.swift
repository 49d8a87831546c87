import Testing

/// Plans against the best of all choices of safe triggers and one-shots.
@Suite struct TrueOptimumTests {
  @Test(arguments: 0..<15)
  func `no choice of safe triggers beats a plan with few slots`(_ batch: Int) throws {
    try compare(.small, batch)
  }

  @Test(arguments: 0..<1)
  func `no choice of safe triggers beats a plan with many slots`(_ batch: Int) throws {
    try compare(.large, batch)
  }

  @Test(arguments: 0..<4)
  func `no choice beats a plan where weekdays and days of the month meet`(_ batch: Int) throws {
    try compare(.mixed, batch)
  }

  /// Compares a hundred plans; each that differs is printed with its seed.
  private func compare(_ size: RandomInstance.Size, _ batch: Int) throws {
    for seed in (batch * 100)..<(batch * 100 + 100) {
      let instance = RandomInstance.instance(seed: seed, size)
      let measured = PlanScore(try instance.plan(), of: instance)
      let best = TrueOptimum(instance).score()
      #expect(measured.faults.isEmpty, "\(size) seed \(seed)\n\(instance)")
      #expect(measured.score == best, "\(size) seed \(seed)\n\(instance)")
    }
  }
}
