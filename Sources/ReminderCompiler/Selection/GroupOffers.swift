/// What is looked at of some groups of a contender when their allotments are put together: all items,
/// as long as the run has room and time for them.
struct GroupOffers {
  /// The groups of which any item takes a slot.
  private(set) var places: [Int] = []
  /// The items of each of them.
  private(set) var items: [[GroupAllotmentSearch.Item]] = []
  /// What the other groups are worth, which get nothing.
  private(set) var unserved = Score()

  /// The most sums that are compared for a contender, one for each item and number of slots, before
  /// later groups get what they need and nothing else: half a second.
  ///
  /// With up to 128 slots there are never so many; calendars of people stay below it with 300.
  private static let maximumSums = 64_000_000

  /// How many groups of a contender are offered some of their items where there is room for no more:
  /// a first alert and the three repeats that people ask for.
  private static let leastGroups = 4

  /// Decides what is looked at.
  ///
  /// - Parameters:
  ///   - places: The groups, ascending, first alerts before what depends on them.
  ///   - items: The items of all groups.
  ///   - options: The slots, and what the run has room for.
  init(_ places: [Int], _ items: [[GroupAllotmentSearch.Item]], _ options: CoverOptions) {
    var (sums, reached) = (0, 0)
    for (count, place) in places.enumerated() {
      let all = items[place]
      let mostSlots = min(options.slots, reached + (all.lazy.map(\.slots).max() ?? 0))
      let own = all.count * (mostSlots + 1)
      let hasRoom =
        sums + own <= GroupOffers.maximumSums && options.tableRoom.spend(mostSlots + 1)
        && options.tableWork.spend(own)
      let offered = hasRoom ? all : count < GroupOffers.leastGroups ? all.few : all.least
      if offered.count == 1, offered[0].slots == 0 {
        unserved = unserved + offered[0].score
        continue
      }
      reached = min(options.slots, reached + (offered.lazy.map(\.slots).max() ?? 0))
      sums += offered.count * (reached + 1)
      self.places.append(place)
      self.items.append(offered)
    }
  }
}

/// What items are told apart by where few are looked at.
private struct ItemKind: Hashable {
  let slots: Int
  let hasTriggers: Bool
}

extension [GroupAllotmentSearch.Item] {
  /// The one with the fewest slots.
  fileprivate var least: [GroupAllotmentSearch.Item] {
    self.min { $0.slots < $1.slots }.map { [$0] } ?? []
  }

  /// The best of those with the fewest slots, the most, and numbers that double, each with triggers
  /// and without: what a repeat needs are one-shots for its alerts as a rule.
  fileprivate var few: [GroupAllotmentSearch.Item] {
    let all = lazy.map(\.slots)
    guard let fewest = all.min(), let most = all.max() else { return [] }
    var best: [ItemKind: Int] = [:]
    for place in indices {
      let slots = self[place].slots
      guard slots == fewest || slots == most || slots & (slots - 1) == 0 else { continue }
      let kind = ItemKind(
        slots: slots, hasTriggers: !self[place].allotment.cover.repeating.isEmpty)
      if let known = best[kind], self[known].score >= self[place].score { continue }
      best[kind] = place
    }
    return best.values.sorted().map { self[$0] }
  }
}
