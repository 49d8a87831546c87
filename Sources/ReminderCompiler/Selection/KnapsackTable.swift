/// The multiple-choice knapsack problem: one item of each class, so that all fit into the slots and
/// are worth the most together.
///
/// Dynamic programming over the classes (Kellerer, Pferschy and Pisinger, "Knapsack Problems", 2004,
/// section 11.5): after each class, the best way to spend every number of slots. It is the same for
/// the groups of a contender and for the contenders of a plan.
struct KnapsackTable {
  /// An item of a class.
  struct Item {
    /// The slots that it takes.
    let slots: Int
    /// What it is worth; scores add up.
    let worth: Score
  }

  private let capacity: Int
  /// The identifiers of an item's requests, by its class and its place there: between ways that are
  /// worth the same those decide; nil where any of them will do.
  private let identifiers: ((_ place: Int, _ item: Int) -> [String])?
  private var classes: [[Item]] = []
  /// For each class so far, by number of slots that are spent on it and those before, the item that
  /// is taken.
  private var taken: [[Int]] = []
  /// The identifiers of items that were compared by them, sorted.
  private var lists: [[[String]?]] = []
  /// What the best way to spend each number of slots is worth; nil where there is none.
  private(set) var worths: [Score?] = [Score()]

  /// Makes a table of no classes yet.
  init(capacity: Int, identifiers: ((_ place: Int, _ item: Int) -> [String])?) {
    self.capacity = capacity
    self.identifiers = identifiers
  }

  /// Adds the next class to all ways, with each item that fits.
  ///
  /// - Parameters:
  ///   - items: The items of the class, one of which is taken.
  ///   - needed: A class before on which the choice depends; nil for none.
  ///   - allows: Whether an item can be taken beside one of the class that it depends on.
  mutating func add(
    _ items: [Item], dependingOn needed: Int? = nil,
    allows: (_ item: Int, _ needed: Int?) -> Bool = { _, _ in true }
  ) {
    classes.append(items)
    lists.append(Array(repeating: nil, count: items.count))
    let count = min(capacity, worths.count - 1 + (items.lazy.map(\.slots).max() ?? 0)) + 1
    var found: [Int] = Array(repeating: -1, count: count)
    var best: [Score?] = Array(repeating: nil, count: count)
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

  /// The items of the best way to spend a number of slots, by class.
  ///
  /// - Parameter slots: A number for which there is a way.
  /// - Returns: Their places in their classes.
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

  /// Whether the identifiers of what leads to a number of slots make the smaller list with one item
  /// of the last class than with another: where the first that only one of them has is its.
  ///
  /// Both are followed back to where they were the same.
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
      own.slots -= classes[place][own.item].slots
      other.slots -= classes[place][other.item].slots
      guard place > 0, own.slots != other.slots else { break }
      place -= 1
      own.item = taken[place][own.slots]
      other.item = taken[place][other.slots]
    }
    return smallest?.isOwn ?? false
  }

  /// The smallest identifier that only one of two items of a class has, and whether it is the first
  /// one's; nil where both have the same.
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
