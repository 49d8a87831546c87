/// A value of items that adds up.
protocol KnapsackWorth {
  /// Nothing.
  init()
  static func + (left: Self, right: Self) -> Self
  /// Returns whether the value is less than another; nil if both are equal.
  func precedes(_ other: Self) -> Bool?
}

/// The smallest identifier of a request that only one of two solutions has, and whether the first
/// one has it.
typealias IdentifierDifference = (identifier: String, isOwn: Bool)

/// Solves the multiple-choice knapsack problem: choose one item of each class so that all fit into
/// the slots and the total worth is greatest.
///
/// It is dynamic programming over the classes (Kellerer, Pferschy and Pisinger, "Knapsack
/// Problems", 2004, section 11.5). After each class, the table has the best solution for every
/// number of slots. It serves both the groups of a consumer and the consumers of a plan.
struct KnapsackTable<Worth: KnapsackWorth> {
  /// An item of a class; the worths of items add up.
  typealias Item = (slots: Int, worth: Worth)

  private let capacity: Int
  /// The differences of items, which break ties between solutions of equal worth; nil if ties may
  /// be broken arbitrarily.
  private let differences: Differences?
  /// For each class, the slots of its items.
  ///
  /// Their worths are not kept: allocations keep their table, and a plan can have thousands of tables.
  private var slots: [[Int32]] = []
  /// For each class, a lower bound of the identifiers of the classes before it; nil for the first.
  private var leastBefore: [String?] = []
  /// A lower bound of the identifiers of all classes.
  private var least: String?
  /// For each class, the item taken, indexed by the slots spent on this class and those before it.
  private var taken: [[Int32]] = []
  /// The worth of the best solution for each number of slots; nil for none.
  private(set) var worths: [Worth?] = [Worth()]
  /// The number of combinations of a solution and an item that were tried.
  private(set) var work = 0

  /// Makes a table without classes.
  ///
  /// - Parameters:
  ///   - capacity: The number of slots.
  ///   - difference: Returns the difference of two items, given their class and their indices there;
  ///     nil if both have the same requests. Without it, ties are broken arbitrarily.
  init(
    capacity: Int, difference: ((_ place: Int, _ item: Int, _ other: Int) -> IdentifierDifference?)?
  ) {
    self.capacity = capacity
    differences = difference.map(Differences.init)
  }

  /// Adds a class and extends all solutions by each of its items that fits.
  ///
  /// - Parameters:
  ///   - items: The items of the class.
  ///   - prefix: A lower bound of their identifiers. Ties are broken fastest if the classes are in
  ///     descending order of it.
  ///   - needed: The index of an earlier class that the choice depends on; nil for none.
  ///   - allows: Returns whether an item can be combined with an item of the class `needed`.
  mutating func add(
    _ items: [Item], prefix: String, dependingOn needed: Int? = nil,
    allows: (_ item: Int, _ needed: Int?) -> Bool = { _, _ in true }
  ) {
    slots.append(items.map { Int32($0.slots) })
    leastBefore.append(least)
    least = least.map { min($0, prefix) } ?? prefix
    let count = min(capacity, worths.count - 1 + (items.lazy.map(\.slots).max() ?? 0)) + 1
    var found: [Int32] = Array(repeating: -1, count: count)
    // A worth counts only if an item was found for it.
    var best: [Worth] = Array(repeating: Worth(), count: count)
    work += worths.count * items.count
    for spent in worths.indices {
      guard let before = worths[spent] else { continue }
      let other = needed.map { item(ofClass: $0, slots: spent) }
      for number in items.indices {
        let slots = spent + items[number].slots
        guard slots <= capacity else { continue }
        let worth = before + items[number].worth
        // Whether a combination is allowed takes longer to find than whether it is better.
        let isLess = found[slots] < 0 ? false : worth.precedes(best[slots])
        guard isLess != true, allows(number, other) else { continue }
        if isLess == nil, !isSmaller(number, than: Int(found[slots]), slots: slots) { continue }
        found[slots] = Int32(number)
        best[slots] = worth
      }
    }
    taken.append(found)
    worths = zip(found, best).map { $0 < 0 ? nil : $1 }
  }

  /// Ends the table after its last class.
  func end() { differences?.end() }

  /// Returns the items of the best solution for a number of slots.
  func items(slots: Int) -> [Int] {
    var left = slots
    var items: [Int] = []
    for place in taken.indices.reversed() {
      let item = Int(taken[place][left])
      items.append(item)
      left -= Int(self.slots[place][item])
    }
    return items.reversed()
  }

  private func item(ofClass needed: Int, slots: Int) -> Int {
    var left = slots
    for place in taken.indices.reversed() where place > needed {
      left -= Int(self.slots[place][Int(taken[place][left])])
    }
    return Int(taken[needed][left])
  }

  /// Returns whether one item of the last class leads to a smaller sorted list of identifiers than
  /// another.
  ///
  /// The smaller list has the smallest identifier that is not in both.
  private func isSmaller(_ item: Int, than otherItem: Int, slots: Int) -> Bool {
    difference(at: taken.count, (item, slots), (otherItem, slots))?.isOwn ?? false
  }

  /// Returns the difference of the best solutions for two numbers of slots.
  func difference(slots: Int, _ otherSlots: Int) -> IdentifierDifference? {
    guard let last = taken.last else { return nil }
    return difference(
      at: taken.count - 1, (Int(last[slots]), slots), (Int(last[otherSlots]), otherSlots))
  }

  /// An item of a class, and the slots spent on this class and those before it.
  private typealias Choice = (item: Int, slots: Int)

  /// Returns the difference of two solutions that choose items of a class.
  ///
  /// They are traced back to the class where they meet.
  private func difference(
    at last: Int, _ choice: Choice, _ otherChoice: Choice
  ) -> IdentifierDifference? {
    guard let differences else { return nil }
    var (place, own, other) = (last, choice, otherChoice)
    var smallest: IdentifierDifference?
    while true {
      if own.item != other.item, let found = differences.of(own.item, other.item, inClass: place),
        smallest.map({ found.identifier < $0.identifier }) ?? true
      {
        smallest = found
      }
      if let smallest, let rest = leastBefore[place], smallest.identifier < rest { break }
      own.slots -= Int(slots[place][own.item])
      other.slots -= Int(slots[place][other.item])
      guard place > 0, own.slots != other.slots else { break }
      place -= 1
      own.item = Int(taken[place][own.slots])
      other.item = Int(taken[place][other.slots])
    }
    return smallest
  }
}

/// The differences of the pairs of items that take part in ties.
///
/// Ties are many, but most are between the same few pairs.
private final class Differences {
  private let find: (_ place: Int, _ item: Int, _ other: Int) -> IdentifierDifference?
  /// The number of known differences, a power of two: 64 kB.
  private static let capacity = 2_048
  /// The known differences; none before the first tie and after the last class.
  ///
  /// A pair has one place, and the last pair of a place is kept.
  private var known: [(pair: Int, difference: IdentifierDifference?)] = []
  private var isEnded = false

  init(_ find: @escaping (_ place: Int, _ item: Int, _ other: Int) -> IdentifierDifference?) {
    self.find = find
  }

  func end() {
    isEnded = true
    known = []
  }

  func of(_ item: Int, _ other: Int, inClass place: Int) -> IdentifierDifference? {
    if isEnded { return find(place, item, other) }
    if known.isEmpty { known = Array(repeating: (-1, nil), count: Differences.capacity) }
    // Tables have fewer than a million classes, and classes fewer than a million items.
    let pair = (place << 20 | item) << 20 | other
    // Fibonacci hashing (Knuth, "The Art of Computer Programming", volume 3, section 6.4).
    let hash = UInt(bitPattern: pair) &* 0x9E37_79B9_7F4A_7C15
    let slot = Int(hash >> 53)
    if known[slot].pair == pair { return known[slot].difference }
    let difference = find(place, item, other)
    known[slot] = (pair, difference)
    return difference
  }
}
