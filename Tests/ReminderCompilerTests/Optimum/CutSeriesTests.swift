import SeededRandom
import Testing

/// A series against the same fires written as several series.
///
/// Whatever serves a part serves the whole: where nothing is missed before the renewal, the plan of
/// the whole is no worse in that and in how long it stays exact. Beyond, the two may differ, since
/// each part is a reminder of its own in the order of objectives.
@Suite struct CutSeriesTests {
  /// Where a series is cut.
  enum Cut: CaseIterable {
    case weekday
    case hour
    case month
  }

  @Test(arguments: Cut.allCases, 0..<1)
  func `a series is exact for as long as the series that it can be cut into`(
    _ cut: Cut, _ batch: Int
  ) throws {
    for seed in (batch * 20)..<(batch * 20 + 20) {
      var random = SplitMix(seed: UInt64(seed * 3 + (Cut.allCases.firstIndex(of: cut) ?? 0)))
      let whole = CutSeriesTests.instance(&random, cut)
      var parts = whole
      parts.series = CutSeriesTests.parts(of: whole.series[0], cut, &random)
      let own = PlanScore(try whole.plan(), of: whole)
      let cutUp = PlanScore(try parts.plan(), of: parts)
      let rules = parts.series.map { $0.rules(whole.clock) }
      let name = "seed \(seed) by \(cut)\n\(whole)\nparts: \(rules)"
      #expect(own.faults.isEmpty && cutUp.faults.isEmpty, "\(name)")
      guard cutUp.score.missedSoon == 0 else { continue }
      #expect(own.score.missedSoon == 0, "\(name)")
      #expect(own.score.exactUntil >= cutUp.score.exactUntil, "\(name)")
    }
  }

  private static func instance(_ random: inout SplitMix, _ cut: Cut) -> OptimumInstance {
    let today = DayWalk.number(2_026, 1, 1) + random.number(0...800)
    var instance = OptimumInstance(
      clock: random.pick([.greenwich, .berlin, .newYork]) ?? .greenwich, series: [],
      now: today * 86_400 + random.number(0...47) * 1_800,
      horizonInDays: random.number(30...120), renewalInDays: random.number(3...14),
      limit: random.oneIn(3) ? 64 : random.number(3...40))
    var series = AskedSeries(
      uid: "whole", days: .weekdays(Set(0..<7)),
      seconds: cut == .hour || random.oneIn(4) ? [32_400, 64_800] : [32_400],
      first: today - random.number(0...400))
    for _ in 0..<random.number(1...4) {
      guard let second = random.pick(series.seconds) else { continue }
      let day = today + random.number(0...instance.horizonInDays / 2)
      series.holes.insert(CivilMoment(day: max(day, series.first), second: second))
      if random.oneIn(2) { series.holes.insert(CivilMoment(day: day + 1, second: second)) }
    }
    instance.series = [series]
    return instance
  }

  /// The same fires in two or three series.
  private static func parts(
    of series: AskedSeries, _ cut: Cut, _ random: inout SplitMix
  ) -> [AskedSeries] {
    let count = random.number(2...3)
    var parts: [AskedSeries] = []
    switch cut {
    case .hour:
      for second in series.seconds {
        var part = series
        part.seconds = [second]
        parts.append(part)
      }
    case .weekday:
      var own = Array(repeating: Set<Int>(), count: count)
      for weekday in 0..<7 { own[random.number(0...(count - 1))].insert(weekday) }
      for weekdays in own where !weekdays.isEmpty {
        var part = series
        part.days = .weekdays(weekdays)
        parts.append(part)
      }
    case .month:
      var own = Array(repeating: Set<Int>(), count: count)
      for month in 1...12 { own[random.number(0...(count - 1))].insert(month) }
      for months in own where !months.isEmpty {
        var part = series
        part.months = months
        parts.append(part)
      }
    }
    return parts.enumerated().compactMap { index, part in
      var own = part
      own.uid = "part-\(index + 1)"
      guard own.settle() else { return nil }
      own.holes = own.holes.filter(own.isGenerated)
      return own
    }
  }
}
