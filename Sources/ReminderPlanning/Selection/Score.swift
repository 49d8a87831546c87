import NotificationTriggers

/// The value of an allocation: counts by tier, compared lexicographically; higher is better.
///
/// Scores of different consumers add up, so exact selection is a knapsack problem.
struct Score: Sendable, Equatable {
  /// The counts that are kept for each interruption level, in order of importance.
  ///
  /// Missed fires count negative.
  enum Tier: Int, CaseIterable {
    /// Reminders that miss their next first alert before the renewal.
    case missedNext
    /// Missed first alerts before the renewal.
    case missedFirst
    /// Overdue to-dos without a request.
    case missedOverdue
    /// Missed repeats before the renewal.
    case missedRepeats
    /// Reminders without any answered fire before the horizon.
    case bareReminders
    /// Answered first alerts before the horizon.
    case answeredFirst
    /// Answered repeats before the horizon.
    case answeredRepeats

    var isBeforeRenewal: Bool { rawValue <= Tier.missedRepeats.rawValue }
  }

  /// The counts that are compared after all tiers, in order of importance.
  enum Cost: Int, CaseIterable {
    /// The sum of the repeat numbers in use, negative, so that late repeats are dropped first.
    case laterRepeats
    /// Triggers that must be removed, negative.
    case removals
    /// Slots, negative.
    case slots
    /// Repeating triggers.
    case repeating
    /// The sum of ``ProvenTrigger/provenDays`` over them.
    case provenDays
    /// Requests that are already pending.
    case pending
  }

  /// The counts in order of tier, and within a tier from critical to passive.
  private var tiers = SIMD32<Int32>()
  private var costs = SIMD8<Int32>()

  subscript(tier: Tier, level: InterruptionLevel) -> Int {
    get { Int(tiers[Score.place(tier, level)]) }
    set { tiers[Score.place(tier, level)] = Int32(newValue) }
  }

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

  /// Returns the sum of `count` equal scores.
  func times(_ count: Int) -> Score {
    var result = self
    result.tiers &*= Int32(count)
    result.costs &*= Int32(count)
    return result
  }
}

extension Score: Comparable, KnapsackWorth {
  static func < (left: Score, right: Score) -> Bool { left.precedes(right) ?? false }

  /// Returns whether the score is less than another; nil if both are equal.
  func precedes(_ other: Score) -> Bool? {
    tiers.precedes(other.tiers) ?? costs.precedes(other.costs)
  }
}

extension Score {
  /// The score with only the counts before the renewal.
  var beforeRenewal: Score {
    var result = Score()
    for tier in Tier.allCases where tier.isBeforeRenewal {
      for level in InterruptionLevel.allCases { result[tier, level] = self[tier, level] }
    }
    return result
  }

  /// Returns whether all counts before the renewal are equal.
  ///
  /// These decide before exactness does.
  func isEqualBeforeRenewal(to other: Score) -> Bool {
    beforeRenewal == other.beforeRenewal
  }

  var missesNothingBeforeRenewal: Bool { isEqualBeforeRenewal(to: Score()) }

  var missesNoFirstBeforeRenewal: Bool { equals(Score(), in: [.missedNext, .missedFirst]) }

  var missesNoRepeatBeforeRenewal: Bool { equals(Score(), in: [.missedRepeats]) }

  private func equals(_ other: Score, in tiers: [Tier]) -> Bool {
    tiers.allSatisfy { tier in
      InterruptionLevel.allCases.allSatisfy { self[tier, $0] == other[tier, $0] }
    }
  }
}

extension SIMD where Scalar: Comparable {
  /// Returns whether the vector precedes another in lexicographic order; nil if both are equal.
  @inline(__always)
  func precedes(_ other: Self) -> Bool? {
    for lane in indices where self[lane] != other[lane] { return self[lane] < other[lane] }
    return nil
  }
}

extension SIMD32 where Scalar: Comparable {
  /// Returns whether the vector precedes another in lexicographic order; nil if both are equal.
  ///
  /// Halves are compared as wholes first, so that at most eight lanes are looked at one by one.
  @inline(__always)
  func precedes(_ other: Self) -> Bool? {
    let (own, others) =
      lowHalf != other.lowHalf ? (lowHalf, other.lowHalf) : (highHalf, other.highHalf)
    return own.lowHalf != others.lowHalf
      ? own.lowHalf.precedes(others.lowHalf) : own.highHalf.precedes(others.highHalf)
  }
}
