import NotificationTriggers

/// What an allotment is worth: counts by tier, compared one after another; higher is better.
///
/// Scores of different contenders add up, so an exact selection is a knapsack problem over slots.
struct Score: Sendable, Equatable {
  /// The counts of all tiers, and of all costs, two in a lane: half as many lanes to be compared.
  ///
  /// A lane is the first count times 2³², plus the second: lanes add up, and compare, as pairs of
  /// counts do.
  private var served = SIMD16<Int64>()
  private var spent = SIMD4<Int64>()

  /// What is counted in a tier for a level; those of a tier lie beside each other, the levels from
  /// critical to passive.
  subscript(tier: Tier, level: InterruptionLevel) -> Int {
    get { served.count(at: Score.place(tier, level)) }
    set { served.setCount(newValue, at: Score.place(tier, level)) }
  }

  /// What is counted of a cost.
  subscript(cost: Cost) -> Int {
    get { spent.count(at: cost.rawValue) }
    set { spent.setCount(newValue, at: cost.rawValue) }
  }

  private static func place(_ tier: Tier, _ level: InterruptionLevel) -> Int {
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

  /// As much as a number of scores that are the same.
  func times(_ count: Int) -> Score {
    var result = self
    result.served &*= Int64(count)
    result.spent &*= Int64(count)
    return result
  }
}

extension Score {
  /// How many lanes there are.
  static let laneCount = SIMD16<Int64>.scalarCount + SIMD4<Int64>.scalarCount

  /// One of the lanes, which are in the order in which they matter: they add up, and compare, as
  /// scores do.
  subscript(lane lane: Int) -> Int64 {
    get { lane < served.scalarCount ? served[lane] : spent[lane - served.scalarCount] }
    set {
      if lane < served.scalarCount {
        served[lane] = newValue
      } else {
        spent[lane - served.scalarCount] = newValue
      }
    }
  }
}

extension Score: Comparable {
  static func < (left: Score, right: Score) -> Bool {
    left.served.precedes(right.served) ?? left.spent.precedes(right.spent) ?? false
  }
}

extension Score {
  /// Whether a gain is more for each slot than another.
  ///
  /// - Parameters:
  ///   - slots: The slots that this gain takes, at least 1.
  ///   - other: The other gain.
  ///   - otherSlots: The slots that the other one takes, at least 1.
  /// - Returns: Whether, tier by tier, it is.
  func isMore(for slots: Int, than other: Score, for otherSlots: Int) -> Bool {
    if slots == otherSlots { return self > other }
    func isMore(_ own: Int64, _ foreign: Int64) -> Bool? {
      // Lanes hold large numbers, so products take two words.
      let (left, right) = (
        own.multipliedFullWidth(by: Int64(otherSlots)),
        foreign.multipliedFullWidth(by: Int64(slots))
      )
      return left == right ? nil : (left.high, left.low) > (right.high, right.low)
    }
    for lane in served.indices where served[lane] != 0 || other.served[lane] != 0 {
      if let isMore = isMore(served[lane], other.served[lane]) { return isMore }
    }
    for lane in spent.indices where spent[lane] != 0 || other.spent[lane] != 0 {
      if let isMore = isMore(spent[lane], other.spent[lane]) { return isMore }
    }
    return false
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

extension SIMD where Scalar == Int64 {
  /// One of the counts, two of which are in each lane.
  fileprivate func count(at place: Int) -> Int {
    let second = Int64(Int32(truncatingIfNeeded: self[place / 2]))
    return Int(place % 2 == 0 ? (self[place / 2] - second) >> 32 : second)
  }

  /// Changes one of the counts.
  fileprivate mutating func setCount(_ count: Int, at place: Int) {
    let change = Int64(Int32(count)) - Int64(self.count(at: place))
    self[place / 2] += place % 2 == 0 ? change << 32 : change
  }
}
