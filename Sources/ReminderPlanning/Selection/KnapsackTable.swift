/// Solves the multiple-choice knapsack problem: choose one item of each class so that all fit into
/// the slots and the total worth is greatest.
///
/// It is dynamic programming over the classes (Kellerer, Pferschy and Pisinger, "Knapsack
/// Problems", 2004, section 11.5). After each class, the table has the best solution for every
/// number of slots. It serves both the groups of a consumer and the consumers of a plan.
struct KnapsackTable {
  /// An item of a class; the worths of items add up.
  typealias Item = (slots: Int, worth: Score)

  private let capacity: Int
  /// Returns the identifiers of an item's requests, given its class and its index there.
  ///
  /// They break ties between solutions of equal worth; nil if ties may be broken arbitrarily.
  private let identifiers: ((_ place: Int, _ item: Int) -> [String])?
  private var classes: [[Item]] = []
  /// For each class, a lower bound of the identifiers of the classes before it; nil for the first.
  private var leastBefore: [String?] = []
  /// A lower bound of the identifiers of all classes.
  private var least: String?
  /// For each class, the item taken, indexed by the slots spent on this class and those before it.
  private var taken: [[Int]] = []
  /// The sorted identifiers of items that took part in a tie; nil if not known.
  private var lists: [[[String]?]] = []
  /// The worth of the best solution for each number of slots; nil for none.
  private(set) var worths: [Score?] = [Score()]
  /// The number of combinations of a solution and an item that were tried.
  private(set) var work = 0

  init(capacity: Int, identifiers: ((_ place: Int, _ item: Int) -> [String])?) {
    self.capacity = capacity
    self.identifiers = identifiers
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
    classes.append(items)
    leastBefore.append(least)
    least = least.map { min($0, prefix) } ?? prefix
    // The lists of earlier classes are rarely needed again, and can be large.
    if let last = lists.indices.last {
      lists[last] = Array(repeating: nil, count: lists[last].count)
    }
    lists.append(Array(repeating: nil, count: items.count))
    let count = min(capacity, worths.count - 1 + (items.lazy.map(\.slots).max() ?? 0)) + 1
    var found: [Int] = Array(repeating: -1, count: count)
    var best: [Score?] = Array(repeating: nil, count: count)
    work += worths.count * items.count
    for spent in worths.indices {
      guard let before = worths[spent] else { continue }
      let other = needed.map { item(ofClass: $0, slots: spent) }
      for number in items.indices {
        let slots = spent + items[number].slots
        guard slots <= capacity, allows(number, other) else { continue }
        let worth = before + items[number].worth
        if let known = best[slots] {
          guard known <= worth else { continue }
          if known == worth, !isSmaller(number, than: found[slots], slots: slots) { continue }
        }
        found[slots] = number
        best[slots] = worth
      }
    }
    taken.append(found)
    worths = best
  }

  /// Returns the items of the best solution for a number of slots.
  func items(slots: Int) -> [Int] {
    var left = slots
    var items: [Int] = []
    for place in taken.indices.reversed() {
      items.append(taken[place][left])
      left -= classes[place][taken[place][left]].slots
    }
    return items.reversed()
  }

  private func item(ofClass needed: Int, slots: Int) -> Int {
    var left = slots
    for place in taken.indices.reversed() where place > needed {
      left -= classes[place][taken[place][left]].slots
    }
    return taken[needed][left]
  }

  /// Returns whether one item of the last class leads to a smaller sorted list of identifiers than
  /// another.
  ///
  /// The smaller list has the smallest identifier that is not in both. The two solutions are traced
  /// back to the class where they meet.
  private mutating func isSmaller(_ item: Int, than otherItem: Int, slots: Int) -> Bool {
    guard identifiers != nil else { return false }
    var place = taken.count
    var (own, other) = ((item: item, slots: slots), (item: otherItem, slots: slots))
    var smallest: (identifier: String, isOwn: Bool)?
    while true {
      if own.item != other.item,
        let difference = firstDifference(ofClass: place, own.item, other.item),
        smallest.map({ difference.identifier < $0.identifier }) ?? true
      {
        smallest = difference
      }
      if let smallest, let rest = leastBefore[place], smallest.identifier < rest { break }
      own.slots -= classes[place][own.item].slots
      other.slots -= classes[place][other.item].slots
      guard place > 0, own.slots != other.slots else { break }
      place -= 1
      own.item = taken[place][own.slots]
      other.item = taken[place][other.slots]
    }
    return smallest?.isOwn ?? false
  }

  /// Returns the smallest identifier that only one of two items has, and whether the first item has
  /// it; nil if both have the same identifiers.
  private mutating func firstDifference(
    ofClass place: Int, _ item: Int, _ other: Int
  ) -> (identifier: String, isOwn: Bool)? {
    let (own, foreign) = (list(place, item), list(place, other))
    for (mine, theirs) in zip(own, foreign) where mine != theirs {
      return mine < theirs ? (mine, true) : (theirs, false)
    }
    let count = min(own.count, foreign.count)
    if own.count > count { return (own[count], true) }
    return foreign.count > count ? (foreign[count], false) : nil
  }

  private mutating func list(_ place: Int, _ item: Int) -> [String] {
    if let known = lists[place][item] { return known }
    let list = identifiers?(place, item).sorted() ?? []
    lists[place][item] = list
    return list
  }
}
