import CivilTime

/// The allocations of a consumer, as a class of the multiple-choice knapsack: one item is chosen.
struct AllocationClass {
  let consumer: Int
  /// The items by number of slots.
  ///
  /// The first is the empty item, unless the consumer must get slots.
  let items: [AllocationItem]

  /// The class if only the counts before the renewal matter.
  ///
  /// Few items are left, because one that takes more slots must gain more.
  var beforeRenewal: AllocationClass {
    var most: Score?
    return AllocationClass(
      consumer: consumer,
      items: items.compactMap { item in
        let gain = item.gain.beforeRenewal
        if let most, gain <= most { return nil }
        most = gain
        return AllocationItem(slots: item.slots, gain: gain, allocation: item.allocation)
      })
  }
}

/// An item of a class in the multiple-choice knapsack.
struct AllocationItem {
  let slots: Int
  /// The gain compared with no slots.
  let gain: Score
  /// The allocation; nil for the empty item.
  let allocation: Allocation?
}

/// Keeps the classes and items that can be part of an optimal plan: the reduction of a
/// multiple-choice knapsack by dominance.
///
/// Within a class, an item that takes more slots and gains no more is dominated (Kellerer, Pferschy
/// and Pisinger, "Knapsack Problems", 2004, section 11.2). All slots are alike, so there is
/// dominance between classes too.
///
/// With n slots, at most n consumers get more than they must. Suppose n other consumers gain as
/// much with the same number of slots. At least one of them gets nothing and can replace this
/// consumer. So for each number of slots only the n consumers with the greatest gains are kept.
///
/// An item that takes several slots must also gain as much as that many times the least of the n
/// best gains with one slot. Otherwise consumers that get nothing could use these slots one by one.
struct KnapsackReduction {
  private let slots: Int
  private var spare: Int
  /// For each number of slots, the best gains in descending order, as indices into `entries`.
  ///
  /// Insertions move indices rather than the large entries.
  private var leaders: [[Int]]
  private var entries: [Entry] = []
  /// The consumers that must get slots, with all their allocations.
  private var mandatory: [AllocationClass] = []
  /// The total score without slots of the added consumers that can do without.
  private(set) var base = Score()
  private let prefix: (Int, Allocation) -> String?

  private struct Entry {
    let gain: Score
    let consumer: Int
    let allocation: Allocation
    /// Breaks ties between equal gains; the smaller one is better.
    let prefix: String
  }

  init(slots: Int, spare: Int = 0, prefix: @escaping (Int, Allocation) -> String?) {
    self.slots = slots
    self.spare = spare
    self.prefix = prefix
    leaders = Array(repeating: [], count: slots + 1)
  }

  @discardableResult
  mutating func add(_ consumer: Int, allocations: AllocationsBySlots) -> Bool {
    guard let fewest = allocations.firstIndex(where: { $0 != nil }),
      let least = allocations[fewest]
    else { return false }
    guard fewest == 0 else {
      let items = allocations.enumerated().compactMap { count, allocation in
        allocation.map { AllocationItem(slots: count, gain: $0.score, allocation: $0) }
      }
      mandatory.append(AllocationClass(consumer: consumer, items: items))
      return true
    }
    base = base + least.score
    var key: String?
    var most: Score?
    for count in allocations.indices.dropFirst() where count <= slots {
      guard let allocation = allocations[count] else { continue }
      let gain = allocation.score - least.score
      // An item with more slots and no more gain is dominated.
      if let most, gain <= most { continue }
      most = gain
      guard isLeading(gain, slots: count) else { continue }
      let own = key ?? prefix(consumer, allocation) ?? ""
      key = own
      insert(
        Entry(gain: gain, consumer: consumer, allocation: allocation, prefix: own), slots: count)
    }
    return true
  }

  /// Adds the score of a consumer that cannot be among the best and gets no slots.
  mutating func add(bare: Score) { base = base + bare }

  /// Returns the reduction without some consumers, so that they can be added again under a
  /// constraint.
  func without(_ consumers: Set<Int>) -> KnapsackReduction {
    var result = self
    result.spare = 0
    result.base = Score()
    for count in leaders.indices {
      result.leaders[count] = Array(
        leaders[count].lazy.filter { !consumers.contains(entries[$0].consumer) }
          .prefix(result.capacity(slots: count)))
    }
    result.mandatory.removeAll { consumers.contains($0.consumer) }
    return result
  }

  /// Returns whether a consumer may be among the best for some number of slots.
  ///
  /// A rejected consumer can be skipped for good, because the thresholds only rise.
  func canLead(_ bound: GainBound, prefix: String) -> Bool {
    guard slots > 0 else { return false }
    guard let last = last(slots: 1) else { return true }
    if let several = bound.ofSeveralSlots, several >= last.gain.times(2) { return true }
    return bound.ofOneSlot == last.gain ? prefix <= last.prefix : bound.ofOneSlot > last.gain
  }

  /// Returns how many items with a number of slots can be part of an optimal plan.
  private func capacity(slots count: Int) -> Int { slots - count + 1 + spare }

  /// Returns the smallest kept gain for a number of slots; nil while there is room.
  private func last(slots count: Int) -> Entry? {
    guard leaders[count].count >= capacity(slots: count) else { return nil }
    return leaders[count].last.map { entries[$0] }
  }

  /// Returns whether a gain can be among the best for a number of slots.
  ///
  /// It must also be as much as that of as many items with one slot each.
  ///
  /// If an item takes `count` of the n slots, at most n - `count` of the n best one-slot items are
  /// used elsewhere. The remaining ones could use its slots. If its own consumer is among them,
  /// that consumer keeps one slot.
  private func isLeading(_ gain: Score, slots count: Int) -> Bool {
    if let last = last(slots: count), gain < last.gain { return false }
    guard count > 1, let last = last(slots: 1) else { return true }
    return gain >= last.gain.times(count)
  }

  private mutating func insert(_ entry: Entry, slots count: Int) {
    let place = leaders[count].partitionPoint {
      let other = entries[$0]
      return other.gain != entry.gain ? other.gain > entry.gain : other.prefix < entry.prefix
    }
    guard place < capacity(slots: count) else { return }
    // The removed entry's place in `entries` is reused.
    let isFull = leaders[count].count >= capacity(slots: count)
    let own = isFull ? leaders[count].removeLast() : entries.count
    if own < entries.count { entries[own] = entry } else { entries.append(entry) }
    leaders[count].insert(own, at: place)
  }

  var classes: [AllocationClass] {
    let nothing = AllocationItem(slots: 0, gain: Score(), allocation: nil)
    var items: [Int: [AllocationItem]] = [:]
    for (count, list) in leaders.enumerated() {
      for entry in list.lazy.map({ entries[$0] }) {
        items[entry.consumer, default: [nothing]].append(
          AllocationItem(slots: count, gain: entry.gain, allocation: entry.allocation))
      }
    }
    return (mandatory + items.map { AllocationClass(consumer: $0, items: $1) })
      .sorted { $0.consumer < $1.consumer }
  }
}
