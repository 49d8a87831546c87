import CivilTime

/// The allotments of a contender, as a class of the multiple-choice knapsack: one item is chosen.
struct KnapsackClass {
  let contender: Int
  /// The items by number of slots.
  ///
  /// The first is the empty item, unless the contender must get slots.
  let items: [KnapsackItem]
}

/// An item of a class in the multiple-choice knapsack.
struct KnapsackItem {
  let slots: Int
  /// The gain compared with no slots.
  let gain: Score
  /// The allotment; nil for the empty item.
  let allotment: Allotment?
}

/// Keeps the classes and items that can be part of an optimal plan: the reduction of a
/// multiple-choice knapsack by dominance.
///
/// Within a class, an item that takes more slots and gains no more is dominated (Kellerer, Pferschy
/// and Pisinger, "Knapsack Problems", 2004, section 11.2). All slots are alike, so there is
/// dominance between classes too.
///
/// With n slots, at most n contenders get more than they must. Suppose n other contenders gain as
/// much with the same number of slots. At least one of them gets nothing and can replace this
/// contender. So for each number of slots only the n contenders with the greatest gains are kept.
///
/// An item that takes several slots must also gain as much as that many times the least of the n
/// best gains with one slot.
///
/// Otherwise contenders that get nothing could use these slots one by one.
struct KnapsackReduction {
  private let slots: Int
  private var spare: Int
  /// For each number of slots, the best gains in descending order, as indices into `entries`.
  ///
  /// Insertions move indices rather than the large entries.
  private var leaders: [[Int]]
  private var entries: [Entry] = []
  /// The contenders that must get slots, with all their allotments.
  private var mandatory: [KnapsackClass] = []
  /// The total score without slots of the added contenders that can do without.
  private(set) var base = Score()
  private let prefix: (Int, Allotment) -> String?

  private struct Entry {
    let gain: Score
    let contender: Int
    let allotment: Allotment
    /// Breaks ties between equal gains; the smaller one is better.
    let prefix: String
  }

  init(slots: Int, spare: Int = 0, prefix: @escaping (Int, Allotment) -> String?) {
    self.slots = slots
    self.spare = spare
    self.prefix = prefix
    leaders = Array(repeating: [], count: slots + 1)
  }

  @discardableResult
  mutating func add(_ contender: Int, _ allotments: AllotmentsBySlots) -> Bool {
    guard let fewest = allotments.firstIndex(where: { $0 != nil }),
      let least = allotments[fewest]
    else { return false }
    guard fewest == 0 else {
      let items = allotments.enumerated().compactMap { count, allotment in
        allotment.map { KnapsackItem(slots: count, gain: $0.score, allotment: $0) }
      }
      mandatory.append(KnapsackClass(contender: contender, items: items))
      return true
    }
    base = base + least.score
    var key: String?
    var most: Score?
    for count in allotments.indices.dropFirst() where count <= slots {
      guard let allotment = allotments[count] else { continue }
      let gain = allotment.score - least.score
      // An item with more slots and no more gain is dominated.
      if let most, gain <= most { continue }
      most = gain
      guard isLeading(gain, slots: count) else { continue }
      let own = key ?? prefix(contender, allotment) ?? ""
      key = own
      insert(
        Entry(gain: gain, contender: contender, allotment: allotment, prefix: own), slots: count)
    }
    return true
  }

  /// Adds the score of a contender that cannot lead and gets no slots.
  mutating func add(bare: Score) { base = base + bare }

  /// Returns the reduction without some contenders, so that they can be added again under a
  /// constraint.
  func without(_ contenders: Set<Int>) -> KnapsackReduction {
    var result = self
    result.spare = 0
    result.base = Score()
    for count in leaders.indices {
      result.leaders[count] = Array(
        leaders[count].lazy.filter { !contenders.contains(entries[$0].contender) }
          .prefix(result.capacity(slots: count)))
    }
    result.mandatory.removeAll { contenders.contains($0.contender) }
    return result
  }

  /// Returns whether a contender may be among the best for some number of slots.
  ///
  /// A rejected contender can be skipped for good, because the thresholds only rise.
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

  /// Returns whether a gain can be among the best for a number of slots and is not less than that
  /// of as many items with one slot each.
  ///
  /// If an item takes `count` of the n slots, at most n - `count` of the n best one-slot items are
  /// used elsewhere. The remaining ones could use its slots. If its own contender is among them,
  /// that contender keeps one slot.
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

  var classes: [KnapsackClass] {
    let nothing = KnapsackItem(slots: 0, gain: Score(), allotment: nil)
    var items: [Int: [KnapsackItem]] = [:]
    for (count, list) in leaders.enumerated() {
      for entry in list.lazy.map({ entries[$0] }) {
        items[entry.contender, default: [nothing]].append(
          KnapsackItem(slots: count, gain: entry.gain, allotment: entry.allotment))
      }
    }
    return (mandatory + items.map { KnapsackClass(contender: $0, items: $1) })
      .sorted { $0.contender < $1.contender }
  }
}
