struct KnapsackSolution {
  let score: Score
  /// The contenders that get slots, with their allotments.
  let chosen: [(contender: Int, allotment: Allotment)]
}

/// Allocates slots to contenders: a multiple-choice knapsack problem, reduced before it is solved.
struct SlotAllocation {
  let contenders: [AllotmentSearch]
  /// The contenders in descending order of their bound.
  ///
  /// The order does not affect the result. Finding good contenders early means that fewer of the
  /// others must be searched.
  private let order: [Int]
  private let slots: Int
  /// The reduction without an exactness constraint.
  ///
  /// It has spare contenders, so that contenders that a constraint affects can be replaced.
  private var leading: KnapsackReduction

  init(_ contenders: [AllotmentSearch], slots: Int) {
    self.contenders = contenders
    self.slots = slots
    order = contenders.indices.sorted { first, second in
      let (own, other) = (contenders[first], contenders[second])
      return own.bound.ofOneSlot == other.bound.ofOneSlot
        ? own.leastPrefix < other.leastPrefix : own.bound.ofOneSlot > other.bound.ofOneSlot
    }
    // A constraint for which more contenders than slots need something cannot be met, so as many
    // spare contenders as slots are enough.
    leading = KnapsackReduction(slots: slots, spare: slots) {
      contenders[$0].smallestPrefix(of: $1)
    }
    for index in order {
      let contender = contenders[index]
      if leading.canLead(contender.bound, prefix: contender.leastPrefix) {
        leading.add(index, contender.best(nil))
      } else {
        leading.add(bare: contender.bound.bare)
      }
    }
  }

  /// Returns the best solution.
  ///
  /// - Parameters:
  ///   - exactness: How long the plan must be exact; nil for no constraint.
  ///   - isFinal: Whether ties are broken by the smallest identifiers.
  /// - Returns: The solution; nil if no plan meets the constraint.
  func solution(_ exactness: Exactness?, isFinal: Bool = false) -> KnapsackSolution? {
    let contenders = contenders
    let touched =
      exactness.map { exactness in
        contenders.indices.filter { contenders[$0].isTouched(by: exactness) }
      } ?? []
    let isTouched = Set(touched)
    // If more contenders are affected than were spared, the reduction is built anew.
    let isFew = touched.count <= slots
    var reduction =
      isFew
      ? leading.without(isTouched)
      : KnapsackReduction(slots: slots) { contenders[$0].smallestPrefix(of: $1) }
    var rest = leading.base
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
        rest = rest - contenders[index].bound.bare
      }
    }
    if !isFew {
      for index in order where !isTouched.contains(index) {
        let contender = contenders[index]
        guard reduction.canLead(contender.bound, prefix: contender.leastPrefix) else { continue }
        reduction.add(index, contender.best(nil))
        rest = rest - contender.bound.bare
      }
    }
    return solution(of: reduction, isFinal: isFinal).map {
      KnapsackSolution(score: $0.score + reduction.base + rest, chosen: $0.chosen)
    }
  }

  /// Returns the best solution of a reduction, with its gain over the base.
  private func solution(of reduction: KnapsackReduction, isFinal: Bool) -> KnapsackSolution? {
    let classes = reduction.classes
    let contenders = contenders
    var table = KnapsackTable(
      capacity: slots,
      identifiers: isFinal
        ? { place, item in
          classes[place].items[item].allotment.map {
            contenders[classes[place].contender].identifiers(of: $0)
          } ?? []
        } : nil)
    for own in classes {
      table.add(own.items.map { ($0.slots, $0.gain) })
    }
    // Slots are part of the score, so different numbers of slots never tie.
    let ways = table.worths.enumerated().compactMap { slots, worth in worth.map { (slots, $0) } }
    return ways.max { $0.1 < $1.1 }.map { slots, worth in
      let taken = zip(classes, table.items(slots: slots)).compactMap { own, item in
        own.items[item].allotment.map { (contender: own.contender, allotment: $0) }
      }
      return KnapsackSolution(score: worth, chosen: taken)
    }
  }
}
