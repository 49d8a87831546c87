import CivilTime

/// A set of triggers without conflicts, each with the instant until which it is used.
///
/// The value is a reference to a node of a pool.
struct IndependentSet: Equatable {
  let node: Int32

  static let none = IndependentSet(node: -1)
}

/// The independent sets of a search.
///
/// A search compares millions of sets and lists the triggers of few.
///
/// A node is one trigger or the union of two sets. This is a persistent tree (Okasaki, "Purely
/// Functional Data Structures", 1998), so a union takes constant time.
final class IndependentSetPool {
  private enum Node {
    case trigger(Int, until: Instant)
    case both(IndependentSet, IndependentSet)
  }

  private var nodes: [Node] = []

  /// Returns the set of one trigger, given by index and removal instant; the end of time if it
  /// stays.
  func trigger(_ index: Int, until end: Instant) -> IndependentSet {
    nodes.append(.trigger(index, until: end))
    return IndependentSet(node: Int32(nodes.count - 1))
  }

  func both(_ left: IndependentSet, _ right: IndependentSet) -> IndependentSet {
    if left == .none { return right }
    if right == .none { return left }
    nodes.append(.both(left, right))
    return IndependentSet(node: Int32(nodes.count - 1))
  }

  func sum(_ left: ParetoFrontier.Point, _ right: ParetoFrontier.Point) -> ParetoFrontier.Point {
    ParetoFrontier.Point(
      saved: left.saved + right.saved, weight: left.weight + right.weight,
      set: both(left.set, right.set))
  }

  /// Returns the triggers of a set, in no particular order.
  func triggers(of set: IndependentSet) -> [(index: Int, end: Instant)] {
    var found: [(index: Int, end: Instant)] = []
    var left = [set]
    while let next = left.popLast() {
      guard next != .none else { continue }
      switch nodes[Int(next.node)] {
      case .trigger(let index, let end): found.append((index, end))
      case .both(let first, let second): left += [first, second]
      }
    }
    return found
  }
}

/// The value of an independent set apart from the slots that it saves, by tier.
///
/// Each count is relative to one-shots in the same number of slots. So the weights of triggers
/// without conflicts add up.
struct IndependentSetWeight: Equatable {
  /// The counts, in order of importance; higher is better.
  enum Tier: Int, CaseIterable {
    /// The objective of the search: additional answered fires before the next renewal, or triggers
    /// that must be removed, negative.
    case objective
    /// Additional answered fires before the horizon.
    case answered
    /// Triggers that must be removed, negative.
    case removals
    /// Repeating triggers.
    case repeating
    /// The sum of ``ProvenTrigger/provenDays`` over them.
    case provenDays
    /// Requests that are already pending.
    case pending
  }

  private var counts = SIMD8<Int32>()
  /// The places of the identifiers in ascending order, with the first as the highest bit.
  ///
  /// It is compared last.
  var order = SIMD2<UInt64>()

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

/// The use of a trigger in a set: its end, and the fires that it answers.
struct TriggerUse {
  /// The instant at which it is removed; the end of time if it stays.
  var end: Instant
  /// The number of fires that it answers before `end`.
  var answered: Int
}
