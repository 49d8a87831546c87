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

  /// The best items that take some number of slots.
  private struct Cell {
    var score: Score
    var path: KnapsackPath?
  }

  /// The best solution; nil where the items that have to be taken don't fit.
  func solve() -> KnapsackSolution? {
    var ties = TieBreaker(classes, identifiers)
    var best: [Cell?] = [Cell(score: Score(), path: nil)]
    for classIndex in classes.indices { best = extended(best, by: classIndex, &ties) }
    // Slots count against a score, so no two of these are worth the same.
    guard let end = best.compactMap({ $0 }).max(by: { $0.score < $1.score }) else { return nil }
    return KnapsackSolution(score: end.score, chosen: chosen(by: end.path))
  }

  /// A stage of dynamic programming: the best cells with one class more.
  private func extended(_ best: [Cell?], by classIndex: Int, _ ties: inout TieBreaker) -> [Cell?] {
    let own = classes[classIndex]
    var next: [Cell?] = own.isMandatory ? [] : best
    let width = min(capacity, best.count - 1 + (own.items.last?.slots ?? 0)) + 1
    if next.count < width {
      next.append(contentsOf: repeatElement(nil, count: width - next.count))
    }
    for (number, item) in own.items.enumerated() {
      for spent in best.indices where spent + item.slots <= capacity {
        guard let cell = best[spent] else { continue }
        let score = cell.score + item.gain
        let other = next[spent + item.slots]
        let isTied = other.map { $0.score == score } ?? false
        if let other, isTied ? !ties.areBroken : other.score > score { continue }
        let path = KnapsackPath(classIndex: classIndex, item: number, before: cell.path)
        if isTied, !ties.isSmaller(path, than: other?.path) { continue }
        next[spent + item.slots] = Cell(score: score, path: path)
      }
    }
    return next
  }

  private func chosen(by path: KnapsackPath?) -> [(contender: Int, allotment: Allotment)] {
    var chosen: [(contender: Int, allotment: Allotment)] = []
    var path = path
    while let step = path {
      let own = classes[step.classIndex]
      chosen.append((own.contender, own.items[step.item].allotment))
      path = step.before
    }
    return chosen
  }
}
