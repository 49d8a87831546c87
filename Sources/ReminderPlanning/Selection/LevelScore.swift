import NotificationTriggers

/// The value of an allocation to one consumer, whose fires have one interruption level.
///
/// It has the counts of a ``Score`` at that level, in the same order. The tables of consumers compare
/// millions of them.
struct LevelScore: Sendable {
  private static let tierCount = Score.Tier.allCases.count
  private static let wordCount = (tierCount + Score.Cost.allCases.count + 1) / 2

  /// The counts in pairs: the first times 2³², plus the second.
  ///
  /// Counts fit into 32 bits. So sums of pairs are pairs of sums, and pairs are in the order of their
  /// counts.
  private var pairs = SIMD8<Int64>()

  init() {}

  /// The counts of a score at a level.
  init(_ score: Score, level: InterruptionLevel) {
    for tier in Score.Tier.allCases { self[tier] = score[tier, level] }
    for cost in Score.Cost.allCases { self[cost] = score[cost] }
  }

  subscript(tier: Score.Tier) -> Int {
    get { count(tier.rawValue) }
    set { setCount(tier.rawValue, to: newValue) }
  }

  subscript(cost: Score.Cost) -> Int {
    get { count(LevelScore.tierCount + cost.rawValue) }
    set { setCount(LevelScore.tierCount + cost.rawValue, to: newValue) }
  }

  private func count(_ place: Int) -> Int {
    let pair = pairs[place / 2]
    let second = Int64(Int32(truncatingIfNeeded: pair))
    return Int(place % 2 == 1 ? second : (pair - second) >> 32)
  }

  private mutating func setCount(_ place: Int, to count: Int) {
    let change = Int64(Int32(count) - Int32(self.count(place)))
    pairs[place / 2] += place % 2 == 1 ? change : change << 32
  }

  /// The score with only the counts before the renewal.
  var beforeRenewal: LevelScore {
    var result = LevelScore()
    for tier in Score.Tier.allCases where tier.isBeforeRenewal { result[tier] = self[tier] }
    return result
  }
}

extension LevelScore: KnapsackWorth {
  static func + (left: LevelScore, right: LevelScore) -> LevelScore {
    var sum = left
    sum.pairs &+= right.pairs
    return sum
  }

  @inline(__always)
  func precedes(_ other: LevelScore) -> Bool? {
    for word in 0..<LevelScore.wordCount where pairs[word] != other.pairs[word] {
      return pairs[word] < other.pairs[word]
    }
    return nil
  }
}

extension Score {
  init(_ counts: LevelScore, level: InterruptionLevel) {
    self.init()
    for tier in Tier.allCases { self[tier, level] = counts[tier] }
    for cost in Cost.allCases { self[cost] = counts[cost] }
  }
}
