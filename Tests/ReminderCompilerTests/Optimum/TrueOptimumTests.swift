import CalendarFixtures
import CivilTime
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

/// Daily series with a few free days.
@Suite struct HoledSeriesTests {
  /// `DAILY` at nine in Berlin since January 2026, without 4 and 5 April.
  private static func freeWeekend(_ uid: String) -> AskedSeries {
    AskedSeries(
      uid: uid, days: .weekdays(Set(0..<7)), seconds: [32_400],
      first: DayWalk.number(2_026, 1, 5),
      holes: [
        CivilMoment(day: DayWalk.number(2_026, 4, 4), second: 32_400),
        CivilMoment(day: DayWalk.number(2_026, 4, 5), second: 32_400),
      ])
  }

  private static func instance(_ count: Int, limit: Int) throws -> OptimumInstance {
    OptimumInstance(
      clock: .berlin, series: (1...count).map { freeWeekend("event-\($0)") },
      now: try TestCalendars.instant("2026-03-30T06:00:00Z").secondsSince1970, horizonInDays: 365,
      renewalInDays: 14, limit: limit)
  }

  @Test func `five weekly triggers and three one-shots carry a free weekend for three weeks`()
    throws
  {
    let instance = try HoledSeriesTests.instance(1, limit: 8)
    let end = try TestCalendars.instant("2026-04-19T07:00:00Z").secondsSince1970
    let best = TrueOptimum(instance).score()
    #expect(best.missedSoon == 0)
    #expect(best.exactUntil == end)
    #expect(PlanScore(try instance.plan(), of: instance).score == best)
  }

  @Test func `five series with a free weekend are exact until 3 May with 64 slots`() throws {
    let instance = try HoledSeriesTests.instance(5, limit: 64)
    let end = try TestCalendars.instant("2026-05-03T07:00:00Z").secondsSince1970
    let best = TrueOptimum(instance).score()
    #expect(best.missedSoon == 0)
    #expect(best.exactUntil == end)
    #expect(PlanScore(try instance.plan(), of: instance).score == best)
  }
}
