import NotificationTriggers

/// What an allotment is worth: counts by tier, compared one after another; higher is better.
///
/// Scores of different contenders add up, so an exact selection is a knapsack problem over slots.
struct Score: Sendable, Equatable {
  /// What is counted for each level apart, in the order in which it matters; what is missed counts
  /// negative.
  enum Tier: Int, CaseIterable {
    /// Reminders whose next first alert lies before the renewal and is missed.
    case missedNext
    /// First alerts before the renewal that are missed.
    case missedFirst
    /// Overdue to-dos that are not nagged about.
    case missedOverdue
    /// Repeats before the renewal that are missed.
    case missedRepeats
    /// Reminders of which nothing is answered up to the horizon.
    case bareReminders
    /// First alerts that are answered up to the horizon.
    case answeredFirst
    /// Repeats that are answered up to the horizon.
    case answeredRepeats

    /// Whether it is about what comes before the next renewal.
    var isBeforeRenewal: Bool { rawValue <= Tier.missedRepeats.rawValue }
  }

  /// What a selection costs, in the order in which it matters, after all tiers.
  enum Cost: Int {
    /// The numbers of the repeats that are served, added up, negative: repeats are cut from the
    /// end.
    case laterRepeats
    /// Triggers that have to be taken away, negative.
    case removals
    /// Slots, negative.
    case slots
    /// Repeating triggers.
    case repeating
    /// The days up to which those are proven, added up.
    case provenDays
    /// Requests that are pending already.
    case pending
  }

  /// The counts of all tiers, those of a tier beside each other, the levels from critical to passive.
  private var tiers = SIMD32<Int32>()
  private var costs = SIMD8<Int32>()

  /// What is counted in a tier for a level.
  subscript(tier: Tier, level: InterruptionLevel) -> Int {
    get { Int(tiers[Score.place(tier, level)]) }
    set { tiers[Score.place(tier, level)] = Int32(newValue) }
  }

  /// What is counted of a cost.
  subscript(cost: Cost) -> Int {
    get { Int(costs[cost.rawValue]) }
    set { costs[cost.rawValue] = Int32(newValue) }
  }

  private static func place(_ tier: Tier, _ level: InterruptionLevel) -> Int {
    let levelCount = InterruptionLevel.allCases.count
    return tier.rawValue * levelCount + levelCount - 1 - level.rank
  }

  static func + (left: Score, right: Score) -> Score {
    var result = left
    result.tiers &+= right.tiers
    result.costs &+= right.costs
    return result
  }

  static func - (left: Score, right: Score) -> Score {
    var result = left
    result.tiers &-= right.tiers
    result.costs &-= right.costs
    return result
  }

  /// As much as a number of scores that are the same.
  func times(_ count: Int) -> Score {
    var result = self
    result.tiers &*= Int32(count)
    result.costs &*= Int32(count)
    return result
  }
}

extension Score: Comparable {
  static func < (left: Score, right: Score) -> Bool {
    left.tiers.precedes(right.tiers) ?? left.costs.precedes(right.costs) ?? false
  }
}

extension Score {
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

  private func equals(_ other: Score, in tiers: [Tier]) -> Bool {
    tiers.allSatisfy { tier in
      InterruptionLevel.allCases.allSatisfy { self[tier, $0] == other[tier, $0] }
    }
  }
}

extension SIMD where Scalar: Comparable {
  /// Whether the lanes come first in lexicographic order: whether the first that differs is
  /// smaller; nil where no lane differs.
  @inline(__always)
  func precedes(_ other: Self) -> Bool? {
    for lane in indices where self[lane] != other[lane] { return self[lane] < other[lane] }
    return nil
  }
}
