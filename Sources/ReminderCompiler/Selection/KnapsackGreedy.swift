/// A good solution of the multiple-choice knapsack problem, where the best one would take too long:
/// what gains most for each slot comes first.
///
/// The greedy algorithm for the linear relaxation (Kellerer, Pferschy and Pisinger, "Knapsack
/// Problems", 2004, section 11.2): of a class only the items on the upper convex hull are looked
/// at, so that from each to the next the gain for a slot falls, and the steps of all classes stand
/// in one order. A step that doesn't fit ends its class; smaller ones of others may still fit.
struct KnapsackGreedy {
  /// From one item of a class to the next.
  private struct Step {
    let place: Int
    let item: Int
    let slots: Int
    let gain: Score
  }

  /// The classes, in the order in which those come that gain the same.
  let classes: [KnapsackClass]
  /// The slots there are.
  let capacity: Int

  /// A solution; nil where the items that have to be taken don't fit.
  func solve() -> [(contender: Int, item: KnapsackItem)]? {
    // What has to be taken takes as few slots as it can.
    var taken: [Int?] = classes.map { $0.isMandatory ? 0 : nil }
    var left = capacity - classes.reduce(0) { $0 + ($1.isMandatory ? $1.items[0].slots : 0) }
    guard left >= 0 else { return nil }
    let steps = classes.indices.flatMap(steps(ofClass:)).sorted { first, second in
      if first.gain.isMore(for: first.slots, than: second.gain, for: second.slots) { return true }
      if second.gain.isMore(for: second.slots, than: first.gain, for: first.slots) { return false }
      return (first.place, first.item) < (second.place, second.item)
    }
    var isEnded = Array(repeating: false, count: classes.count)
    for step in steps where !isEnded[step.place] {
      guard step.slots <= left else {
        isEnded[step.place] = true
        continue
      }
      left -= step.slots
      taken[step.place] = step.item
    }
    return zip(classes, taken).compactMap { own, item in
      item.map { (own.contender, own.items[$0]) }
    }
  }

  /// The steps along the upper convex hull of a class, each of which gains something.
  private func steps(ofClass place: Int) -> [Step] {
    let own = classes[place]
    // Where the last step leads.
    var reached = own.isMandatory ? (own.items[0].slots, own.items[0].gain) : (0, Score())
    var steps: [Step] = []
    for (number, item) in own.items.enumerated().dropFirst(own.isMandatory ? 1 : 0) {
      var slots = item.slots - reached.0
      var gain = item.gain - reached.1
      guard gain > Score() else { continue }
      reached = (item.slots, item.gain)
      while let last = steps.last, gain.isMore(for: slots, than: last.gain, for: last.slots) {
        slots += last.slots
        gain = gain + last.gain
        steps.removeLast()
      }
      steps.append(Step(place: place, item: number, slots: slots, gain: gain))
    }
    return steps
  }
}
