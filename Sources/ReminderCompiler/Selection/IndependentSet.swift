import CivilTime

/// Triggers that are used together, each until an instant, so that no two of them conflict: a name
/// for an entry of a pool.
struct IndependentSet: Equatable {
  let entry: Int32

  /// No triggers.
  static let none = IndependentSet(entry: -1)
}

/// The independent sets of a search: millions are compared, and few are asked for what is in them.
///
/// A set is a leaf or the union of two others, a persistent tree (Okasaki, "Purely Functional Data
/// Structures", 1998), so that a union is made at once.
final class IndependentSetPool {
  private enum Entry {
    case trigger(Int, until: Instant)
    case both(IndependentSet, IndependentSet)
  }

  private var entries: [Entry] = []

  /// A trigger, as an index, taken away at an instant; at the end of time for never.
  func trigger(_ index: Int, until end: Instant) -> IndependentSet {
    entries.append(.trigger(index, until: end))
    return IndependentSet(entry: Int32(entries.count - 1))
  }

  /// The triggers of two sets.
  func both(_ left: IndependentSet, _ right: IndependentSet) -> IndependentSet {
    if left == .none { return right }
    if right == .none { return left }
    entries.append(.both(left, right))
    return IndependentSet(entry: Int32(entries.count - 1))
  }

  /// The sum of two ways.
  func sum(_ left: ParetoFrontier.Point, _ right: ParetoFrontier.Point) -> ParetoFrontier.Point {
    ParetoFrontier.Point(
      saved: left.saved + right.saved, weight: left.weight + right.weight,
      set: both(left.set, right.set))
  }

  /// The triggers of a set, in no order.
  func triggers(of set: IndependentSet) -> [(index: Int, end: Instant)] {
    var found: [(index: Int, end: Instant)] = []
    var left = [set]
    while let next = left.popLast() {
      guard next != .none else { continue }
      switch entries[Int(next.entry)] {
      case .trigger(let index, let end): found.append((index, end))
      case .both(let first, let second): left += [first, second]
      }
    }
    return found
  }
}

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

/// Until when a trigger is used beside others.
struct TriggerUse {
  /// When it is taken away; the end of time for never.
  var end: Instant
  /// The fires that it answers until then.
  var answered: Int
}
