/// The multiple-choice knapsack problem, solved exactly: one item of each class at most, so that
/// all fit into the slots and their gains add up to the most.
///
/// Dynamic programming over the classes (Kellerer, Pferschy, Pisinger: Knapsack Problems, chapter
/// 11): after each class, the best score for every number of slots. Gains are vectors in
/// lexicographic order, and add up as numbers do.
struct MultipleChoiceKnapsack {
  /// The classes, by contender in ascending order.
  let classes: [KnapsackClass]
  /// The slots there are.
  let capacity: Int
  /// The identifiers of an allotment, to decide between solutions that are worth the same; nil
  /// where any of them will do.
  let identifiers: TieBreaker.Identifiers?

  /// The best solution; nil where the items that have to be taken don't fit.
  func solve() -> KnapsackSolution? {
    var table = KnapsackTable(classes, capacity: capacity, TieBreaker(classes, identifiers))
    for _ in classes { table.addClass() }
    return table.best.map { items in
      KnapsackSolution(
        score: items.reduce(Score()) { $0 + $1.item.gain },
        chosen: items.map { ($0.contender, $0.item.allotment) })
    }
  }
}
