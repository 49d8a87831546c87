/// The table of dynamic programming over the classes of a knapsack: for each number of slots the
/// best sum of gains so far, and for each class which item led there.
///
/// Gains are compared lane by lane, as far as some item uses the lane.
struct KnapsackTable {
  private let classes: [KnapsackClass]
  private let capacity: Int
  /// The lanes of scores that are kept.
  private let lanes: ScoreLanes
  /// The lanes of the best sums, one number of slots after another, and whether there is a sum.
  private var sums: [Int64]
  private var isReached: [Bool]
  /// For each class so far, by number of slots, the item that is taken, from 1; 0 for none.
  private var choices: [[UInt16]] = []
  private var ties: TieBreaker

  /// Makes the table of nothing.
  ///
  /// - Parameters:
  ///   - classes: The classes, by contender in ascending order.
  ///   - capacity: The slots there are.
  ///   - ties: What decides between sums that are equal.
  init(_ classes: [KnapsackClass], capacity: Int, _ ties: TieBreaker) {
    self.classes = classes
    self.capacity = capacity
    self.ties = ties
    lanes = ScoreLanes(of: classes.lazy.map(\.items).joined().lazy.map(\.gain))
    sums = Array(repeating: 0, count: lanes.count)
    isReached = [true]
  }

  /// Adds the next class to all sums, with each item that fits.
  mutating func addClass() {
    let own = classes[choices.count]
    let most = min(capacity, isReached.count - 1 + (own.items.last?.slots ?? 0))
    isReached += repeatElement(false, count: most + 1 - isReached.count)
    sums += repeatElement(0, count: (most + 1) * lanes.count - sums.count)
    choices.append(Array(repeating: 0, count: most + 1))
    // Numbers alone, side by side: an item has more than is compared.
    let gains = lanes.values(of: own.items.lazy.map(\.gain))
    let prices = own.items.map(\.slots)
    // From the end: what fewer slots gain is still without the class.
    for slots in stride(from: most, through: 0, by: -1) {
      choose(prices, gains, isMandatory: own.isMandatory, slots: slots)
    }
  }

  /// Finds the best item of the last class for a number of slots.
  private mutating func choose(
    _ prices: [Int], _ gains: [Int64], isMandatory: Bool, slots: Int
  ) {
    let width = lanes.count
    var isFound = isReached[slots] && !isMandatory
    // What is added to the sum with some slots less.
    var (place, gain, choice) = (slots * width, -1, 0)
    for number in prices.indices {
      let price = prices[number]
      guard price <= slots else { break }
      guard isReached[slots - price] else { continue }
      let (before, added) = ((slots - price) * width, number * width)
      var isBetter = !isFound
      var isTied = isFound
      for lane in 0..<width where isFound {
        let value = sums[before + lane] &+ gains[added + lane]
        let best = sums[place + lane] &+ (gain < 0 ? 0 : gains[gain + lane])
        if value != best {
          (isBetter, isTied) = (value > best, false)
          break
        }
      }
      if isTied, ties.areBroken { isBetter = isSmaller(number + 1, than: choice, slots: slots) }
      guard isBetter else { continue }
      (isFound, place, gain, choice) = (true, before, added, number + 1)
    }
    isReached[slots] = isFound
    guard gain >= 0 else { return }
    choices[choices.count - 1][slots] = UInt16(choice)
    for lane in 0..<width {
      sums[slots * width + lane] = sums[place + lane] &+ gains[gain + lane]
    }
  }

  /// Whether the identifiers of what leads to a number of slots make the smaller list with one item
  /// of the last class than with another: only where the two differ do they have to be looked at.
  private mutating func isSmaller(_ item: Int, than otherItem: Int, slots: Int) -> Bool {
    var stage = choices.count - 1
    var own = (item: item, slots: slots)
    var other = (item: otherItem, slots: slots)
    var smallest: (identifier: String, isOwn: Bool)?
    while true {
      if own.item != other.item,
        let difference = ties.firstDifference(ofClass: stage, own.item, other.item),
        smallest.map({ difference.identifier < $0.identifier }) ?? true
      {
        smallest = difference
      }
      own.slots -= self.slots(of: own.item, in: stage)
      other.slots -= self.slots(of: other.item, in: stage)
      guard stage > 0, own.slots != other.slots else { break }
      stage -= 1
      own.item = Int(choices[stage][own.slots])
      other.item = Int(choices[stage][other.slots])
    }
    return smallest?.isOwn ?? false
  }

  /// The slots that an item takes, from 1; none for none.
  private func slots(of item: Int, in stage: Int) -> Int {
    item == 0 ? 0 : classes[stage].items[item - 1].slots
  }

  /// The items of the best sum, the last class first; nil where those that have to be taken don't
  /// fit.
  var best: [(contender: Int, item: KnapsackItem)]? {
    let width = lanes.count
    func sum(_ slots: Int) -> ArraySlice<Int64> { sums[slots * width..<(slots + 1) * width] }
    // Slots count against a score, so no two of these are worth the same.
    let most = isReached.indices.lazy.filter { isReached[$0] }.max {
      sum($0).lexicographicallyPrecedes(sum($1))
    }
    guard var left = most else { return nil }
    var found: [(contender: Int, item: KnapsackItem)] = []
    for stage in classes.indices.reversed() {
      let item = Int(choices[stage][left])
      guard item > 0 else { continue }
      found.append((classes[stage].contender, classes[stage].items[item - 1]))
      left -= self.slots(of: item, in: stage)
    }
    return found
  }
}
