/// An exact choice of one way for each claim within a number of slots.
///
/// Multiple-choice knapsack by dynamic programming: after each claim, the best score for every
/// number of slots.
struct Knapsack {
  /// A way to spend slots on a claim.
  struct Option {
    let slots: Int
    /// What it is worth more than nothing.
    let gain: Score
    let choice: Choice
  }

  /// A claim with its ways.
  struct Item {
    let claim: Int
    /// Whether one of the ways has to be taken; otherwise there is nothing as well.
    let isMandatory: Bool
    /// By number of slots.
    let options: [Option]
  }

  /// The best choices.
  struct Solution {
    let score: Score
    /// The claims that get something.
    let chosen: [(claim: Int, choice: Choice)]
  }

  /// The claims, ascending.
  let items: [Item]
  /// The slots there are.
  let limit: Int
  /// The identifiers of a choice, to decide between solutions that are worth the same; nil where
  /// any of them will do.
  let identifiers: ((_ claim: Int, Choice) -> [String])?

  /// Choices that lead to a number of slots, the last one first.
  private final class Path {
    let item: Int
    let option: Int
    let before: Path?

    init(item: Int, option: Int, before: Path?) {
      self.item = item
      self.option = option
      self.before = before
    }
  }

  private struct Cell {
    var score: Score
    var path: Path?
  }

  /// The best solution; nil where the ways that have to be taken don't fit.
  func solve() -> Solution? {
    var ties = Ties(items: items, identifiers: identifiers)
    var best: [Cell?] = [Cell(score: Score(), path: nil)]
    for (index, item) in items.enumerated() {
      let most = item.options.last?.slots ?? 0
      var next: [Cell?] = item.isMandatory ? [] : best
      let width = min(limit, best.count - 1 + most) + 1
      if next.count < width {
        next.append(contentsOf: repeatElement(nil, count: width - next.count))
      }
      for (number, option) in item.options.enumerated() {
        for spent in best.indices where spent + option.slots <= limit {
          guard let cell = best[spent] else { continue }
          let sum = cell.score + option.gain
          let slots = spent + option.slots
          if let other = next[slots] {
            if other.score > sum { continue }
            if other.score == sum {
              guard ties.areBroken else { continue }
              let path = Path(item: index, option: number, before: cell.path)
              if ties.isSmaller(path, than: other.path) {
                next[slots] = Cell(score: sum, path: path)
              }
              continue
            }
          }
          next[slots] = Cell(
            score: sum, path: Path(item: index, option: number, before: cell.path))
        }
      }
      best = next
    }
    // Slots count against a score, so no two of these are worth the same.
    guard let end = best.compactMap({ $0 }).max(by: { $0.score < $1.score }) else { return nil }
    var chosen: [(claim: Int, choice: Choice)] = []
    var path = end.path
    while let step = path {
      chosen.append((items[step.item].claim, items[step.item].options[step.option].choice))
      path = step.before
    }
    return Solution(score: end.score, chosen: chosen)
  }

  /// Decides between paths that are worth the same.
  private struct Ties {
    let items: [Item]
    let identifiers: ((_ claim: Int, Choice) -> [String])?
    private var lists: [[IdentifierList?]]

    init(items: [Item], identifiers: ((_ claim: Int, Choice) -> [String])?) {
      self.items = items
      self.identifiers = identifiers
      lists = identifiers == nil ? [] : items.map { Array(repeating: nil, count: $0.options.count) }
    }

    var areBroken: Bool { identifiers != nil }

    private mutating func list(_ path: Path?) -> IdentifierList {
      guard let path, let identifiers else { return IdentifierList([]) }
      if let list = lists[path.item][path.option] { return list }
      let item = items[path.item]
      let list = IdentifierList(identifiers(item.claim, item.options[path.option].choice))
      lists[path.item][path.option] = list
      return list
    }

    /// Whether the identifiers of a path make the smaller list: only where the two differ do they
    /// have to be looked at, and paths have their beginnings in common.
    mutating func isSmaller(_ path: Path, than other: Path?) -> Bool {
      var (mine, theirs): (Path?, Path?) = (path, other)
      var smallest: (identifier: String, isOwn: Bool)?
      while mine !== theirs {
        let (own, foreign) = (mine?.item ?? -1, theirs?.item ?? -1)
        let difference = list(own >= foreign ? mine : nil)
          .firstDifference(from: list(foreign >= own ? theirs : nil))
        if let difference, smallest.map({ difference.identifier < $0.identifier }) ?? true {
          smallest = difference
        }
        if own >= foreign { mine = mine?.before }
        if foreign >= own { theirs = theirs?.before }
      }
      return smallest?.isOwn ?? false
    }
  }
}
