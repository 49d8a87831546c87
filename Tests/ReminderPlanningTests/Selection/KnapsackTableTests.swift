import SeededRandom
import Testing

@testable import ReminderPlanning

@Suite struct KnapsackTableTests {
  /// A class whose items have equal worths for equal numbers of slots, so that most solutions tie.
  private struct OwnClass {
    let prefix: String
    /// The identifiers of each item, one for each slot.
    let items: [[String]]

    init(_ number: Int, _ random: inout SplitMix) {
      let prefix = "\(random.number(1...3)).\(number)."
      self.prefix = prefix
      items = (0..<random.number(2...5)).map { item in
        item == 0
          ? []
          : Set((0..<random.number(1...3)).map { _ in "\(prefix)\(random.number(1...4))" }).sorted()
      }
    }
  }

  /// Returns whether the smallest identifier that is not in both belongs to the first set.
  private func precedes(_ set: Set<String>, _ other: Set<String>) -> Bool {
    set.symmetricDifference(other).min().map(set.contains) ?? false
  }

  /// Returns the preferred set of identifiers for each number of slots, of all combinations.
  private func best(_ classes: [OwnClass], capacity: Int) -> [Int: Set<String>] {
    var all: [Set<String>] = [[]]
    for own in classes { all = all.flatMap { chosen in own.items.map { chosen.union($0) } } }
    return Dictionary(grouping: all.filter { $0.count <= capacity }, by: \.count)
      .compactMapValues { $0.min(by: precedes) }
  }

  @Test(arguments: UInt64(0)..<50)
  func `in any order of the classes, the smallest identifiers break ties`(_ seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let classes = (0..<random.number(1...5)).map { OwnClass($0, &random) }
    let capacity = random.number(1...9)
    let expected = best(classes, capacity: capacity)
    let ascending = classes.sorted { $0.prefix < $1.prefix }
    for order in [ascending, ascending.reversed(), classes] {
      var table = KnapsackTable<Score>(capacity: capacity) { place, item, other in
        let (own, others) = (Set(order[place].items[item]), Set(order[place].items[other]))
        return own.symmetricDifference(others).min().map { ($0, own.contains($0)) }
      }
      for own in order {
        table.add(
          own.items.map { identifiers in
            var worth = Score()
            worth[.slots] = -identifiers.count
            return (identifiers.count, worth)
          }, prefix: own.prefix)
      }
      for (slots, identifiers) in expected {
        let items = zip(order, table.items(slots: slots)).flatMap { $0.items[$1] }
        #expect(Set(items) == identifiers, "seed \(seed), \(slots) slots")
      }
    }
  }
}
