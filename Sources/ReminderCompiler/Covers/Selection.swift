import CivilTime

/// Triggers that are used together, each until an instant: a name for an entry of a pool.
struct Selection: Equatable {
  fileprivate let entry: Int32

  /// No triggers.
  static let none = Selection(entry: -1)
}

/// The selections of a search: millions are compared, and few are asked for what is in them.
final class SelectionPool {
  private enum Entry {
    case trigger(Int, until: Instant)
    case both(Selection, Selection)
  }

  private var entries: [Entry] = []

  /// A trigger, as an index, taken away at an instant; at the end of time for never.
  func trigger(_ index: Int, until end: Instant) -> Selection {
    entries.append(.trigger(index, until: end))
    return Selection(entry: Int32(entries.count - 1))
  }

  /// The triggers of two selections.
  func both(_ left: Selection, _ right: Selection) -> Selection {
    if left == .none { return right }
    if right == .none { return left }
    entries.append(.both(left, right))
    return Selection(entry: Int32(entries.count - 1))
  }

  /// The sum of two ways.
  func sum(_ left: Frontier.Point, _ right: Frontier.Point) -> Frontier.Point {
    Frontier.Point(
      saved: left.saved + right.saved, worth: left.worth + right.worth,
      selection: both(left.selection, right.selection))
  }

  /// The triggers of a selection, in no order.
  func triggers(of selection: Selection) -> [(index: Int, end: Instant)] {
    var found: [(index: Int, end: Instant)] = []
    var left = [selection]
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
