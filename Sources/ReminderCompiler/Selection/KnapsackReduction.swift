import CivilTime

/// The class of a contender in the multiple-choice knapsack: its allotments, of which one is taken.
struct KnapsackClass {
  /// The contender's number.
  let contender: Int
  /// The items by number of slots; nothing is one of them, unless something has to be taken.
  let items: [KnapsackItem]
}

/// An item of a class in the multiple-choice knapsack.
struct KnapsackItem {
  /// The slots that it takes.
  let slots: Int
  /// What it is worth more than nothing.
  let gain: Score
  /// What is taken with it; nil for nothing.
  let allotment: Allotment?
}

/// The classes and items that can be part of a best plan, out of those of any number of contenders:
/// the reduction of a multiple-choice knapsack by dominance.
///
/// Within a class an item that takes more slots and gains no more is dominated (Kellerer, Pferschy
/// and Pisinger, "Knapsack Problems", 2004, section 11.2). Here there is dominance between classes
/// too, since every slot is like every other.
///
/// With n slots at most n contenders get more than they have to. Where n others gain as much with
/// as few slots, one of them gets nothing, and could take the place of this one: so of all
/// contenders only the n that gain most with a number of slots have to be looked at. And whoever
/// takes several slots must gain as much with them as so many of the n that gain most with one: some
/// of those get nothing, and could have a slot each.
struct KnapsackReduction {
  private let slots: Int
  private var spare: Int
  /// For each number of slots beyond what has to be spent the best gains, the best first, as places
  /// among the entries: an entry is large, and a list is moved with each that comes before others.
  private var leaders: [[Int]]
  private var entries: [Entry] = []
  /// Contenders that have to get slots, with all their allotments.
  private var mandatory: [KnapsackClass] = []
  /// What the contenders that were added are worth that need not be spent on, with nothing.
  private(set) var base = Score()
  private let prefix: (Int, Allotment) -> String?

  private struct Entry {
    let gain: Score
    let contender: Int
    let allotment: Allotment
    /// What decides between equal gains; the smaller one is better.
    let prefix: String
  }

  /// Makes an empty reduction.
  ///
  /// - Parameters:
  ///   - slots: The slots of the plan.
  ///   - spare: How many contenders more to keep, for leaving out as many later.
  ///   - prefix: What decides between allotments that are worth the same.
  init(slots: Int, spare: Int = 0, prefix: @escaping (Int, Allotment) -> String?) {
    self.slots = slots
    self.spare = spare
    self.prefix = prefix
    leaders = Array(repeating: [], count: slots + 1)
  }

  /// Adds the allotments of a contender.
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
      // With more slots for less, nobody would take it.
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

  /// Adds a contender that can't lead: what it is worth with nothing.
  mutating func add(bare: Score) { base = base + bare }

  /// The same without some contenders, no more than were kept to spare, so that others can be added
  /// in their place.
  ///
  /// - Parameter contenders: The contenders that are left out.
  /// - Returns: The reduction, with nothing to spare, and with a base of those that are added to it.
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

  /// Whether a contender may be among the best with some number of slots: who can't never will, for
  /// the leaders only become better.
  ///
  /// - Parameters:
  ///   - bound: What it can gain at most.
  ///   - prefix: At most what decides between its allotments and others that are worth the same.
  /// - Returns: Whether it has to be looked at.
  func canLead(_ bound: GainBound, prefix: String) -> Bool {
    guard slots > 0 else { return false }
    guard let last = last(slots: 1) else { return true }
    if let several = bound.ofSeveralSlots, several >= last.gain.times(2) { return true }
    return bound.ofOneSlot == last.gain ? prefix <= last.prefix : bound.ofOneSlot > last.gain
  }

  /// How many gains with a number of slots can be part of a best plan.
  private func capacity(slots count: Int) -> Int { slots - count + 1 + spare }

  /// The last of the gains with a number of slots; nil where there is room for more.
  private func last(slots count: Int) -> Entry? {
    guard leaders[count].count >= capacity(slots: count) else { return nil }
    return leaders[count].last.map { entries[$0] }
  }

  /// Whether a gain may be among the best with a number of slots, and others don't gain more with
  /// as many slots, one each.
  ///
  /// Of n that are kept for one slot, no more than n - count have what they need in a plan where
  /// this one has count slots; where it is one of them, it keeps one.
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
    // What the last one leaves is filled again.
    let isFull = leaders[count].count >= capacity(slots: count)
    let own = isFull ? leaders[count].removeLast() : entries.count
    if own < entries.count { entries[own] = entry } else { entries.append(entry) }
    leaders[count].insert(own, at: place)
  }

  /// What is left to choose from, by contender.
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
