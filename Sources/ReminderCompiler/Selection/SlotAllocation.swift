/// The best allotments that fit together.
struct KnapsackSolution {
  /// What they are worth.
  let score: Score
  /// The contenders that get something.
  let chosen: [(contender: Int, allotment: Allotment)]
}

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
  private var leading: KnapsackReduction

  /// Makes an allocation.
  init(_ contenders: [AllotmentSearch], slots: Int) {
    self.contenders = contenders
    self.slots = slots
    order = contenders.indices.sorted { first, second in
      let (own, other) = (contenders[first], contenders[second])
      return own.bound.ofOneSlot == other.bound.ofOneSlot
        ? own.leastPrefix < other.leastPrefix : own.bound.ofOneSlot > other.bound.ofOneSlot
    }
    // What more contenders than there are slots need something for can't be reached.
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

  /// The best solution of what is left, beyond what is had with nothing.
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
      table.add(own.items.map { KnapsackTable.Item(slots: $0.slots, worth: $0.gain) })
    }
    // Slots count against a score, so no two numbers of them are worth the same.
    let ways = table.worths.enumerated().compactMap { slots, worth in worth.map { (slots, $0) } }
    return ways.max { $0.1 < $1.1 }.map { slots, worth in
      let taken = zip(classes, table.items(slots: slots)).compactMap { own, item in
        own.items[item].allotment.map { (contender: own.contender, allotment: $0) }
      }
      return KnapsackSolution(score: worth, chosen: taken)
    }
  }
}
