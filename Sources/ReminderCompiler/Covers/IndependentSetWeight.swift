/// What triggers that are used together are worth beyond the slots that they save, by tier.
///
/// Everything counts against one-shots for the same number of slots, so that the weights of
/// triggers without conflicts add up.
struct IndependentSetWeight: Equatable {
  /// What is counted, in the order in which it matters; more is better.
  enum Tier: Int, CaseIterable {
    /// What the search asks for before all else: fires before the next renewal that are answered
    /// more, or triggers that have to be taken away, negative.
    case objective
    /// Fires before the horizon that are answered more.
    case answered
    /// Triggers that have to be taken away, negative.
    case removals
    /// Repeating triggers.
    case repeating
    /// The days up to which they are proven, added up.
    case provenDays
    /// Those that are pending already.
    case pending
  }

  private var counts = SIMD8<Int32>()
  /// The places of their identifiers in ascending order, the first one as the highest bit; decides
  /// last.
  var order = SIMD2<UInt64>()

  /// What is counted in a tier.
  subscript(tier: Tier) -> Int {
    get { Int(counts[tier.rawValue]) }
    set { counts[tier.rawValue] = Int32(newValue) }
  }

  static func + (left: IndependentSetWeight, right: IndependentSetWeight) -> IndependentSetWeight {
    var sum = left
    sum.counts &+= right.counts
    sum.order |= right.order
    return sum
  }
}

extension IndependentSetWeight: Comparable {
  static func < (left: IndependentSetWeight, right: IndependentSetWeight) -> Bool {
    left.counts.precedes(right.counts) ?? left.order.precedes(right.order) ?? false
  }
}
