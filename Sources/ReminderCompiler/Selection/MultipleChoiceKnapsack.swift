/// The multiple-choice knapsack problem: one item of each class at most, so that all fit into the
/// slots and their gains add up to the most.
///
/// Where the best item of each class fits, these are taken. Else it is solved exactly, unless that
/// is too much to be looked at.
///
/// Dynamic programming over the classes (Kellerer, Pferschy, Pisinger: Knapsack Problems, chapter
/// 11): after each class, the best score for every number of slots. Gains are vectors in
/// lexicographic order, and add up as numbers do.
struct MultipleChoiceKnapsack {
  private typealias Chosen = (contender: Int, item: KnapsackItem)

  /// The classes, by contender in ascending order.
  let classes: [KnapsackClass]
  /// The slots there are.
  let capacity: Int
  /// The identifiers of an allotment, to decide between solutions that are worth the same; nil
  /// where any of them will do.
  let identifiers: TieBreaker.Identifiers?

  /// What comes first of contenders that gain the same, where not all sums are looked at.
  let prefix: (_ contender: Int) -> String
  /// The most sums that are compared, one for each item and number of slots, before the search
  /// settles for what gains most for each slot: some hundredths of a second.
  ///
  /// With up to 128 slots there are never so many, whatever the calendar: what has to be taken are
  /// no more classes than slots, and of all others no more items lead with each number of slots.
  var maximumSums = 4_000_000

  /// The best solution, as far as the sums can be compared; nil where the items that have to be
  /// taken don't fit.
  func solve() -> KnapsackSolution? {
    guard let items = bestOfEach ?? (isSmall ? bestByTable : bestByGreed) else { return nil }
    return KnapsackSolution(
      score: items.reduce(Score()) { $0 + $1.item.gain },
      chosen: items.map { ($0.contender, $0.item.allotment) })
  }

  /// The best item of each class, where all of them fit.
  private var bestOfEach: [Chosen]? {
    var left = capacity
    var found: [Chosen] = []
    for own in classes {
      guard let best = own.items.max(by: { $0.gain < $1.gain }),
        own.isMandatory || best.gain > Score()
      else { continue }
      left -= best.slots
      guard left >= 0 else { return nil }
      found.append((own.contender, best))
    }
    return found
  }

  /// Whether all sums can be compared.
  private var isSmall: Bool {
    var (sums, reached) = (0, 0)
    for own in classes {
      reached = min(capacity, reached + (own.items.last?.slots ?? 0))
      sums += own.items.count * (reached + 1)
      if sums > maximumSums { return false }
    }
    return true
  }

  private var bestByTable: [Chosen]? {
    var table = KnapsackTable(classes, capacity: capacity, TieBreaker(classes, identifiers))
    for _ in classes { table.addClass() }
    return table.best
  }

  private var bestByGreed: [Chosen]? {
    let prefixes = classes.map { prefix($0.contender) }
    let order = classes.indices.sorted { prefixes[$0] < prefixes[$1] }
    return KnapsackGreedy(classes: order.map { classes[$0] }, capacity: capacity).solve()
  }
}
