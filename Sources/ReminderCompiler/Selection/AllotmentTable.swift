/// For each number of slots the best allotment of a contender, by dynamic programming over its
/// groups.
///
/// A cell knows which item led to it from which cell of the stage before; allotments are put
/// together once, at the end.
struct AllotmentTable {
  /// The best way to spend some number of slots on the groups so far.
  private struct Cell {
    let score: Score
    /// The item of the last group, as an index into its items.
    let item: Int
    /// The slots that are spent on the groups before.
    let before: Int
  }

  private let items: [[GroupAllotmentSearch.Item]]
  private let capacity: Int
  private let identifiers: (GroupAllotment) -> [String]
  /// The cells by number of slots, with as many groups as there are stages.
  private var stages: [[Cell?]] = []
  /// The identifiers of items that were compared by them.
  private var lists: [[[String]?]]

  /// Makes a table without any stage.
  ///
  /// - Parameters:
  ///   - items: The items of each group.
  ///   - capacity: The most slots that are spent.
  ///   - identifiers: The identifiers of an item, which decide between ways that are worth the same.
  init(
    _ items: [[GroupAllotmentSearch.Item]], capacity: Int,
    identifiers: @escaping (GroupAllotment) -> [String]
  ) {
    self.items = items
    self.capacity = capacity
    self.identifiers = identifiers
    lists = items.map { Array(repeating: nil, count: $0.count) }
  }

  /// Adds the next group to all ways, with each item that fits.
  ///
  /// - Parameters:
  ///   - alerts: The group that it depends on, one of those before; nil for none.
  ///   - allows: Whether one of its covers can be used with one of that group's, each given as an
  ///     index; nil where that gets nothing.
  mutating func add(dependingOn alerts: Int?, allows: (_ cover: Int, _ alerts: Int?) -> Bool) {
    let group = stages.count
    var cells: [Cell?] = []
    for spent in 0..<(stages.last?.count ?? 1) {
      guard let score = score(slots: spent) else { continue }
      let alertCover = alerts.flatMap { cover(of: $0, slots: spent) }
      for (number, item) in items[group].enumerated()
      where spent + item.slots <= capacity && allows(item.allotment.coverIndex, alertCover) {
        let cell = Cell(score: score + item.score, item: number, before: spent)
        let slots = spent + item.slots
        while cells.count <= slots { cells.append(nil) }
        if let other = cells[slots] {
          if other.score > cell.score { continue }
          if other.score == cell.score, !isSmaller(cell, than: other) { continue }
        }
        cells[slots] = cell
      }
    }
    stages.append(cells)
  }

  /// What the best way with a number of slots is worth so far; nil where there is none.
  private func score(slots: Int) -> Score? {
    guard let cells = stages.last else { return slots == 0 ? Score() : nil }
    return cells[slots]?.score
  }

  /// The cover that a group has in a way; nil where it gets nothing.
  private func cover(of group: Int, slots: Int) -> Int? {
    var spent = slots
    for stage in stages.indices.reversed() {
      guard let cell = stages[stage][spent] else { return nil }
      if stage == group {
        let item = items[group][cell.item]
        return item.slots > 0 ? item.allotment.coverIndex : nil
      }
      spent = cell.before
    }
    return nil
  }

  /// Whether the identifiers of one way make the smaller list: what both have in common need not be
  /// looked at.
  private mutating func isSmaller(_ cell: Cell, than other: Cell) -> Bool {
    var (own, foreign) = (cell, other)
    var (mine, theirs): ([String], [String]) = ([], [])
    var group = stages.count
    while true {
      if own.item != foreign.item {
        mine += list(group, own.item)
        theirs += list(group, foreign.item)
      }
      guard group > 0, own.before != foreign.before else { break }
      group -= 1
      guard let before = stages[group][own.before], let otherBefore = stages[group][foreign.before]
      else { break }
      (own, foreign) = (before, otherBefore)
    }
    return IdentifierList(mine).precedes(IdentifierList(theirs))
  }

  private mutating func list(_ group: Int, _ item: Int) -> [String] {
    if let known = lists[group][item] { return known }
    let list = identifiers(items[group][item].allotment)
    lists[group][item] = list
    return list
  }

  /// The best allotments by number of slots.
  var allotments: AllotmentsBySlots {
    guard let last = stages.last else { return [Allotment()] }
    return last.indices.map { slots in
      guard let best = last[slots] else { return nil }
      var groups: [GroupAllotment] = []
      var spent = slots
      for stage in stages.indices.reversed() {
        guard let cell = stages[stage][spent] else { break }
        let item = items[stage][cell.item]
        if item.slots > 0 { groups.append(item.allotment) }
        spent = cell.before
      }
      return Allotment(groups: groups.reversed(), score: best.score)
    }
  }
}
