import NotificationTriggers
import SeededRandom
import Testing

@testable import ReminderCompiler

/// The best way to spend slots on classes of items, beside all ways.
@Suite struct KnapsackTableTests {
  private typealias Item = KnapsackTable.Item

  private func classes(_ random: inout SplitMix) -> [[Item]] {
    (0..<random.number(1...5)).map { _ in
      var (slots, answered) = (0, 0)
      // Where nothing has to be taken, nothing is an item.
      var items = random.oneIn(4) ? [] : [Item(slots: 0, worth: Score())]
      for _ in 0..<random.number(1...4) {
        slots += random.number(1...3)
        answered += random.number(1...9)
        var worth = Score()
        worth[.answeredFirst, .active] = answered
        worth[.slots] = -slots
        items.append(Item(slots: slots, worth: worth))
      }
      return items
    }
  }

  /// The most that any choice of items is worth that takes a number of slots; nil where none does.
  private func most(_ classes: ArraySlice<[Item]>, _ slots: Int) -> Score? {
    guard let own = classes.first else { return slots == 0 ? Score() : nil }
    return own.compactMap { item in
      item.slots > slots
        ? nil : most(classes.dropFirst(), slots - item.slots).map { $0 + item.worth }
    }.max()
  }

  @Test(arguments: 0..<200)
  func `for each number of slots it is the best of all choices`(_ seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let classes = classes(&random)
    let capacity = random.number(0...24)
    var table = KnapsackTable(capacity: capacity, identifiers: nil)
    for own in classes { table.add(own) }
    for slots in 0...capacity {
      let best = slots < table.worths.count ? table.worths[slots] : nil
      #expect(best == most(classes[...], slots), "seed \(seed), \(slots) slots")
      guard best != nil else { continue }
      let taken = zip(classes, table.items(slots: slots)).map { $0[$1] }
      #expect(taken.reduce(0) { $0 + $1.slots } == slots)
      #expect(taken.reduce(Score()) { $0 + $1.worth } == best)
    }
  }

  @Test func `of ways that are worth the same the smallest identifiers decide`() {
    func item(_ slots: Int) -> Item {
      var worth = Score()
      worth[.slots] = -slots
      return Item(slots: slots, worth: worth)
    }
    let names = [["", "c"], ["", "a"], ["", "b"]]
    var table = KnapsackTable(capacity: 2) { $1 == 0 ? [] : [names[$0][$1]] }
    for _ in names { table.add([item(0), item(1)]) }
    #expect(table.items(slots: 1) == [0, 1, 0])
    #expect(table.items(slots: 2) == [0, 1, 1])
  }

  @Test func `an item is taken only beside one that allows it`() {
    func item(_ slots: Int, _ answered: Int) -> Item {
      var worth = Score()
      worth[.answeredFirst, .active] = answered
      return Item(slots: slots, worth: worth)
    }
    var table = KnapsackTable(capacity: 2, identifiers: nil)
    table.add([item(0, 0), item(1, 1)])
    table.add([item(0, 0), item(1, 9)], dependingOn: 0) { own, other in own == 0 || other == 1 }
    #expect(table.items(slots: 1) == [1, 0])
    #expect(table.items(slots: 2) == [1, 1])
  }
}
