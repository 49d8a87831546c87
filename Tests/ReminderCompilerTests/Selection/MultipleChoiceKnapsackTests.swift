import NotificationTriggers
import SeededRandom
import Testing

@testable import ReminderCompiler

/// What fits into the slots, exactly and where that would take too long.
@Suite struct MultipleChoiceKnapsackTests {
  /// Classes with random items, of which more slots gain more.
  private func classes(_ random: inout SplitMix, isUnit: Bool = false) -> [KnapsackClass] {
    (0..<random.number(1...5)).map { contender in
      var (slots, answered) = (0, 0)
      var items: [KnapsackItem] = []
      for _ in 0..<random.number(1...4) {
        slots += isUnit ? 1 : random.number(1...3)
        // Where each slot gains less than the one before, what gains most first is exact.
        answered += isUnit ? max(1, 9 - 2 * slots) : random.number(1...9)
        var gain = Score()
        gain[.answeredFirst, .active] = answered
        gain[.slots] = -slots
        items.append(KnapsackItem(slots: slots, gain: gain, allotment: Allotment(score: gain)))
      }
      return KnapsackClass(
        contender: contender, isMandatory: !isUnit && random.oneIn(4), items: items)
    }
  }

  private func solution(
    _ classes: [KnapsackClass], _ capacity: Int, maximumSums: Int = .max
  ) -> KnapsackSolution? {
    MultipleChoiceKnapsack(
      classes: classes, capacity: capacity, identifiers: nil, prefix: { String($0) },
      maximumSums: maximumSums
    ).solve()
  }

  /// The most that any choice of items gains; nil where none fits.
  private func most(_ classes: ArraySlice<KnapsackClass>, _ capacity: Int) -> Score? {
    guard let own = classes.first else { return Score() }
    let rest = classes.dropFirst()
    let without = own.isMandatory ? nil : most(rest, capacity)
    return own.items.reduce(into: without) { best, item in
      guard item.slots <= capacity, let others = most(rest, capacity - item.slots) else { return }
      best = max(best ?? others + item.gain, others + item.gain)
    }
  }

  @Test(arguments: 0..<200)
  func `the best solution is that of all choices`(_ seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let classes = classes(&random)
    let capacity = random.number(0...24)
    #expect(
      solution(classes, capacity)?.score == most(classes[...], capacity), "seed \(seed)")
  }

  @Test(arguments: 0..<200)
  func `a solution without a table fits, and takes what has to be taken`(_ seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let classes = classes(&random)
    let capacity = random.number(0...24)
    let best = most(classes[...], capacity)
    let found = solution(classes, capacity, maximumSums: 0)
    #expect((found == nil) == (best == nil), "seed \(seed)")
    guard let found, let best else { return }
    let slots = -found.score[.slots]
    #expect(slots <= capacity && found.score <= best, "seed \(seed)")
    let taken = found.chosen.map(\.contender)
    #expect(Set(taken).count == taken.count, "seed \(seed)")
    #expect(
      Set(taken).isSuperset(of: classes.filter(\.isMandatory).map(\.contender)), "seed \(seed)")
    #expect(
      found.chosen.reduce(Score()) { $0 + $1.allotment.score } == found.score, "seed \(seed)")
  }

  @Test(arguments: 0..<100)
  func `where each slot gains less than the one before, no table is needed`(_ seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let classes = classes(&random, isUnit: true)
    let capacity = random.number(0...12)
    #expect(
      solution(classes, capacity, maximumSums: 0)?.score == most(classes[...], capacity),
      "seed \(seed)")
  }
}
