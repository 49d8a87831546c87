/// For each number of slots the best allotment of a contender, by dynamic programming over its
/// groups.
///
/// Of each number of slots the table knows what the best way is worth and which item led there; what
/// a way does for each group is put together where somebody asks.
struct AllotmentTable {
  private let capacity: Int
  private let identifiers: (GroupAllotment) -> [String]
  private let lanes: ScoreLanes
  private var choices: AllotmentChoices
  /// What the best way with each number of slots is worth so far, in lanes, one after another.
  private var sums: [Int64]
  private var isReached = [true]
  /// The covers that ways have of the groups which others depend on.
  private var covers: DependedCovers
  /// The identifiers of items that were compared by them.
  private var lists: [[[String]?]]

  /// Makes a table of no groups yet.
  ///
  /// - Parameters:
  ///   - items: The items of each group.
  ///   - alerts: For each group the one that it depends on, one of those before; nil for none.
  ///   - capacity: The most slots that are spent.
  ///   - identifiers: The identifiers of an item, which decide between ways that are worth the same.
  init(
    _ items: [[GroupAllotmentSearch.Item]], dependingOn alerts: [Int?], capacity: Int,
    identifiers: @escaping (GroupAllotment) -> [String]
  ) {
    self.capacity = capacity
    self.identifiers = identifiers
    lanes = ScoreLanes(of: items.lazy.joined().lazy.map(\.score))
    choices = AllotmentChoices(of: items)
    sums = Array(repeating: 0, count: lanes.count)
    covers = DependedCovers(dependingOn: alerts)
    lists = items.map { Array(repeating: nil, count: $0.count) }
  }

  /// Adds the next group to all ways, with each item that fits.
  ///
  /// - Parameter allows: Whether one of its covers can be used with one of the group that it depends
  ///   on, each given as an index; nil where that gets nothing.
  mutating func addGroup(allows: (_ cover: Int, _ alerts: Int?) -> Bool) {
    let group = choices.byGroup.count
    let items = choices.items[group]
    let width = lanes.count
    let gains = lanes.values(of: items.lazy.map(\.score))
    let prices = items.map(\.slots)
    let count = min(capacity, isReached.count - 1 + (prices.max() ?? 0)) + 1
    var found = Array(repeating: AllotmentChoices.none, count: count)
    var best = Array(repeating: Int64(0), count: count * width)
    for spent in isReached.indices where isReached[spent] {
      let alerts = covers.neededCover(slots: spent)
      for number in prices.indices {
        let slots = spent + prices[number]
        guard slots <= capacity, allows(items[number].allotment.coverIndex, alerts)
        else { continue }
        var order = found[slots] == AllotmentChoices.none ? 1 : 0
        for lane in 0..<width where order == 0 {
          let sum = sums[spent * width + lane] &+ gains[number * width + lane]
          let other = best[slots * width + lane]
          if sum != other { order = sum > other ? 1 : -1 }
        }
        if order < 0 { continue }
        if order == 0, !isSmaller(number, than: Int(found[slots]), of: group, slots: slots) {
          continue
        }
        found[slots] = UInt32(number)
        for lane in 0..<width {
          best[slots * width + lane] =
            sums[spent * width + lane] &+ gains[number * width + lane]
        }
      }
    }
    choices.add(found)
    sums = best
    isReached = found.map { $0 != AllotmentChoices.none }
    covers.addGroup(items, found)
  }

  /// Whether with one item of the next group the identifiers of a way make the smaller list than with
  /// another: what both have in common need not be looked at.
  private mutating func isSmaller(
    _ item: Int, than otherItem: Int, of last: Int, slots: Int
  ) -> Bool {
    var group = last
    var (own, other) = ((item: item, slots: slots), (item: otherItem, slots: slots))
    var (mine, theirs): ([String], [String]) = ([], [])
    while true {
      if own.item != other.item {
        mine += list(group, own.item)
        theirs += list(group, other.item)
      }
      own.slots -= choices.items[group][own.item].slots
      other.slots -= choices.items[group][other.item].slots
      guard group > 0, own.slots != other.slots else { break }
      group -= 1
      own.item = Int(choices.byGroup[group][own.slots])
      other.item = Int(choices.byGroup[group][other.slots])
    }
    return IdentifierList(mine).precedes(IdentifierList(theirs))
  }

  private mutating func list(_ group: Int, _ item: Int) -> [String] {
    if let known = lists[group][item] { return known }
    let list = identifiers(choices.items[group][item].allotment)
    lists[group][item] = list
    return list
  }

  /// The best allotments by number of slots.
  var allotments: AllotmentsBySlots {
    isReached.indices.map { slots in
      guard isReached[slots] else { return nil }
      return Allotment(
        score: lanes.score(of: sums[slots * lanes.count..<(slots + 1) * lanes.count]),
        way: slots > 0 ? AllotmentWay(choices: choices, slots: slots) : nil)
    }
  }
}
