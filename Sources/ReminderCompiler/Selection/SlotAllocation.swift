import CivilTime

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
  private let leading: [(contender: Int, allotments: AllotmentsBySlots)]
  private let base: Score

  /// Makes an allocation.
  ///
  /// - Parameters:
  ///   - contenders: The contenders.
  ///   - slots: The slots that there are.
  init(_ contenders: [AllotmentSearch], slots: Int) {
    self.contenders = contenders
    self.slots = slots
    order = SlotAllocation.order(of: contenders, slots: slots)
    // What more contenders than there are slots need something for can't be reached.
    var reduction = KnapsackReduction(slots: slots, spare: slots) {
      contenders[$0].smallestPrefix(of: $1)
    }
    for index in order {
      let contender = contenders[index]
      if reduction.canLead(contender) {
        reduction.add(index, contender.best(nil))
      } else {
        reduction.add(bare: contender.bare)
      }
    }
    base = reduction.base
    leading = reduction.classes.map { own in
      // What many gain more than with as many slots stays behind them.
      var allotments: AllotmentsBySlots = Array(
        repeating: nil, count: (own.items.last?.slots ?? 0) + 1)
      if !own.isMandatory { allotments[0] = Allotment(score: contenders[own.contender].bare) }
      for item in own.items { allotments[item.slots] = item.allotment }
      return (own.contender, allotments)
    }
  }

  /// The contenders by what their fires let them gain with all slots, overdue to-dos first.
  private static func order(of contenders: [AllotmentSearch], slots: Int) -> [Int] {
    let most = contenders.map { $0.outline?.gain(slots: max(1, slots)) }
    return contenders.indices.sorted { left, right in
      guard let own = most[left], let other = most[right] else {
        return most[left] == nil && most[right] != nil
      }
      if own != other { return own > other }
      return contenders[left].leastPrefix < contenders[right].leastPrefix
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
    var reduction = KnapsackReduction(slots: slots) { contenders[$0].smallestPrefix(of: $1) }
    var rest = base
    let touched =
      exactness.map { exactness in
        contenders.indices.filter { contenders[$0].isTouched(by: exactness) }
      } ?? []
    let isFew = touched.count <= slots
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
    let isTouched = Set(touched)
    // Beyond the spare ones, what is touched may be all that was worth to be kept.
    if isFew {
      for (index, allotments) in leading where !isTouched.contains(index) {
        reduction.add(index, allotments)
        rest = rest - contenders[index].bare
      }
    } else {
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

extension KnapsackReduction {
  /// Whether a contender may be among the best with some number of slots: triggers are looked for
  /// only where its fires leave that open, and covers where its triggers do.
  fileprivate func canLead(_ contender: AllotmentSearch) -> Bool {
    func canLead(_ bound: GainBound?) -> Bool {
      bound.map { self.canLead($0, prefix: { contender.leastPrefix }) } ?? true
    }
    return canLead(contender.outline) && canLead(contender.bound)
  }
}
