import CivilTime

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
