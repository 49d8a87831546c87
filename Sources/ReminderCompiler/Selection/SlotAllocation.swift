import CivilTime
import WorkSharing

/// Allocates slots to contenders: a multiple-choice knapsack problem, reduced before it is solved.
struct SlotAllocation {
  /// The contenders.
  let contenders: [AllotmentSearch]
  /// The contenders, those first that can gain most.
  ///
  /// The sooner the best are known, the fewer of the others have to be searched; what is best does
  /// not depend on it.
  private let order: [Int]
  private let slots: Int
  /// The contenders that can matter where no exactness is asked for, and as many more as asking
  /// for it can touch.
  private let leading: KnapsackReduction
  private let base: Score

  /// Makes an allocation.
  ///
  /// - Parameters:
  ///   - contenders: The contenders.
  ///   - slots: The slots that there are.
  ///   - workers: The threads that look for triggers.
  init(_ contenders: [AllotmentSearch], slots: Int, _ workers: Workers = .one) {
    var leaders = LeaderSearch(contenders, slots: slots)
    while !leaders.isAtEnd {
      let ahead = leaders.ahead(SlotAllocation.lookAhead)
      _ = workers.mapPieces(of: ahead.count) { range in
        for search in ahead[range] { search.find() }
        return [Void]()
      }
      leaders.advance(by: SlotAllocation.lookAhead)
    }
    self.init(leaders, slots: slots)
  }

  /// How many contenders are looked at together.
  ///
  /// What is found for one may show that triggers of another were looked for in vain; of so many
  /// that is hardly ever so for more than the last few.
  private static let lookAhead = 64

  private init(_ leaders: LeaderSearch, slots: Int) {
    contenders = leaders.contenders
    self.slots = slots
    order = leaders.order
    base = leaders.reduction.base
    leading = leaders.reduction
  }

  /// The best solution.
  ///
  /// - Parameters:
  ///   - exactness: How far it has to be exact; nil for as far as it comes.
  ///   - isFinal: Whether, of those that are worth the same, it has to be the one with the smallest
  ///     identifiers.
  /// - Returns: The solution; nil where it can't be exact so far.
  func solution(_ exactness: Exactness?, isFinal: Bool = false) -> KnapsackSolution? {
    let contenders = contenders
    let touched =
      exactness.map { exactness in
        contenders.indices.filter { contenders[$0].isTouched(by: exactness) }
      } ?? []
    let isTouched = Set(touched)
    // Beyond the spare ones, what is touched may be all that was worth to be kept.
    let isFew = touched.count <= slots
    var reduction =
      isFew
      ? leading.without(isTouched)
      : KnapsackReduction(slots: slots) { contenders[$0].smallestPrefix(of: $1) }
    var rest = base
    if let exactness {
      if !isFew {
        let needy = touched.count {
          contenders[$0].needsSlots(upTo: exactness.first, repeats: false)
            || contenders[$0].needsSlots(upTo: exactness.repeats, repeats: true)
        }
        guard needy <= slots else { return nil }
      }
      for index in touched {
        guard reduction.add(index, contenders[index].best(exactness)) else { return nil }
        rest = rest - contenders[index].bare
      }
    }
    if !isFew {
      for index in order where !isTouched.contains(index) && reduction.canLead(contenders[index]) {
        reduction.add(index, contenders[index].best(nil))
        rest = rest - contenders[index].bare
      }
    }
    let solution = MultipleChoiceKnapsack(
      classes: reduction.classes, capacity: slots,
      identifiers: isFinal ? { contenders[$0].identifiers(of: $1) } : nil,
      prefix: { contenders[$0].leastPrefix }
    ).solve()
    return solution.map {
      KnapsackSolution(score: $0.score + reduction.base + rest, chosen: $0.chosen)
    }
  }
}
