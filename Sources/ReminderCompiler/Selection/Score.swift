import NotificationTriggers

/// What an allotment is worth: counts by tier, compared one after another; higher is better.
///
/// Scores of different contenders add up, so an exact selection is a knapsack problem over slots.
struct Score: Sendable, Equatable {
  private var served = SIMD32<Int32>()
  private var spent = SIMD8<Int32>()

  /// What is counted in a tier for a level.
  subscript(tier: Tier, level: InterruptionLevel) -> Int {
    get { Int(served[Score.lane(tier, level)]) }
    set { served[Score.lane(tier, level)] = Int32(newValue) }
  }

  /// What is counted of the cost.
  subscript(cost: Cost) -> Int {
    get { Int(spent[cost.rawValue]) }
    set { spent[cost.rawValue] = Int32(newValue) }
  }

  /// The lane of a count: those of a tier lie beside each other, the levels from critical to passive.
  private static func lane(_ tier: Tier, _ level: InterruptionLevel) -> Int {
    tier.rawValue * levelCount + levelCount - 1 - level.rank
  }

  private static let levelCount = InterruptionLevel.allCases.count

  static func + (left: Score, right: Score) -> Score {
    var result = left
    result.served &+= right.served
    result.spent &+= right.spent
    return result
  }

  static func - (left: Score, right: Score) -> Score {
    var result = left
    result.served &-= right.served
    result.spent &-= right.spent
    return result
  }
}

extension Score: Comparable {
  static func < (left: Score, right: Score) -> Bool {
    if left.served != right.served { return left.served.precedes(right.served) }
    return left.spent.precedes(right.spent)
  }
}

extension Score {
  /// Whether scores count the same in some tiers, for all levels.
  func equals(_ other: Score, in tiers: [Tier]) -> Bool {
    tiers.allSatisfy { tier in
      InterruptionLevel.allCases.allSatisfy { self[tier, $0] == other[tier, $0] }
    }
  }

  /// Whether everything before the renewal is the same: what comes before how far a plan is exact.
  func isEqualBeforeRenewal(to other: Score) -> Bool {
    equals(other, in: Tier.allCases.filter(\.isBeforeRenewal))
  }

  /// Whether nothing before the renewal is missed.
  var missesNothingBeforeRenewal: Bool { isEqualBeforeRenewal(to: Score()) }

  /// Whether no first alert before the renewal is missed.
  var missesNoFirstBeforeRenewal: Bool { equals(Score(), in: [.missedNext, .missedFirst]) }

  /// Whether no repeat before the renewal is missed.
  var missesNoRepeatBeforeRenewal: Bool { equals(Score(), in: [.missedRepeats]) }
}
