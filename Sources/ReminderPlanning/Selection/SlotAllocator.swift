/// An optimal allocation of the slots to consumers, with its score.
///
/// In a trial, both are right only for the counts before the renewal.
struct KnapsackSolution {
  let score: Score
  /// The consumers that get slots, with their allocations.
  let chosen: [(consumer: Int, allocation: Allocation)]
  /// The number of combinations that the knapsack table of the consumers tried.
  let work: Int
}

/// Allocates slots to consumers: a multiple-choice knapsack problem, reduced before it is solved.
struct SlotAllocator {
  let consumers: [AllocationSearch]
  /// The consumers in descending order of their bound.
  ///
  /// The order does not affect the result. Finding good consumers early means that fewer of the
  /// others must be searched.
  private let order: [Int]
  let slots: Int
  /// The reduction without an exactness constraint.
  ///
  /// It has spare consumers, so that consumers that a constraint affects can be replaced.
  private var leading: KnapsackReduction

  init(_ consumers: [AllocationSearch], slots: Int) {
    self.consumers = consumers
    self.slots = slots
    order = consumers.indices.sorted { first, second in
      let (own, other) = (consumers[first], consumers[second])
      return other.bound.precedes(own.bound) ?? (own.leastPrefix < other.leastPrefix)
    }
    // A constraint usually affects at most as many consumers as there are slots, so this many spare
    // consumers can replace them. If it affects more, `solution(_:isFinal:)` makes a new reduction.
    leading = KnapsackReduction(slots: slots, spare: slots) {
      consumers[$0].smallestPrefix(of: $1)
    }
    for index in order {
      let consumer = consumers[index]
      if leading.canLead(consumer.bound, prefix: consumer.leastPrefix) {
        leading.add(index, allocations: consumer.best(nil))
      } else {
        leading.add(bare: consumer.bound.bare)
      }
    }
  }

  /// Returns the best solution.
  ///
  /// - Parameters:
  ///   - exactness: How long the plan must be exact; nil for no constraint.
  ///   - isFinal: Whether ties are broken by the smallest identifiers. Otherwise a solution under a
  ///     constraint is a trial.
  /// - Returns: The solution; nil if no plan meets the constraint.
  func solution(_ exactness: Exactness?, isFinal: Bool = false) -> KnapsackSolution? {
    let isTrial = exactness != nil && !isFinal
    let consumers = consumers
    let touched =
      exactness.map { exactness in
        consumers.indices.filter { consumers[$0].isTouched(by: exactness) }
      } ?? []
    let isTouched = Set(touched)
    // If more consumers are affected than there are spare ones, the reduction is built anew.
    let isFew = touched.count <= slots
    var reduction =
      isFew
      ? leading.without(isTouched)
      : KnapsackReduction(slots: slots) { consumers[$0].smallestPrefix(of: $1) }
    var rest = leading.base
    if let exactness {
      if !isFew {
        let needy = touched.count {
          consumers[$0].needsSlots(upTo: exactness.first, repeats: false)
            || consumers[$0].needsSlots(upTo: exactness.repeats, repeats: true)
        }
        guard needy <= slots else { return nil }
      }
      for index in touched {
        guard reduction.add(index, allocations: consumers[index].best(exactness, isTrial: isTrial))
        else {
          return nil
        }
        rest = rest - consumers[index].bound.bare
      }
    }
    if !isFew {
      for index in order where !isTouched.contains(index) {
        let consumer = consumers[index]
        guard reduction.canLead(consumer.bound, prefix: consumer.leastPrefix) else { continue }
        reduction.add(index, allocations: consumer.best(nil, isTrial: isTrial))
        rest = rest - consumer.bound.bare
      }
    }
    return solution(
      of: isTrial ? reduction.classes.map(\.beforeRenewal) : reduction.classes, isFinal: isFinal
    ).map {
      KnapsackSolution(score: $0.score + reduction.base + rest, chosen: $0.chosen, work: $0.work)
    }
  }

  /// Returns the best solution of a reduction's classes, with its gain over the base.
  private func solution(of classes: [AllocationClass], isFinal: Bool) -> KnapsackSolution? {
    let consumers = consumers
    let classes = classes.sorted {
      consumers[$0.consumer].leastPrefix > consumers[$1.consumer].leastPrefix
    }
    var table = KnapsackTable<Score>(
      capacity: slots,
      difference: isFinal
        ? { place, item, other in
          let own = classes[place]
          return consumers[own.consumer].difference(
            own.items[item].allocation, own.items[other].allocation)
        } : nil)
    for own in classes {
      table.add(
        own.items.map { ($0.slots, $0.gain) }, prefix: consumers[own.consumer].leastPrefix)
    }
    // Slots are part of the score, so different numbers of slots never tie, except in a trial.
    let ways = table.worths.enumerated().compactMap { slots, worth in worth.map { (slots, $0) } }
    return ways.max { $0.1 < $1.1 }.map { slots, worth in
      let taken = zip(classes, table.items(slots: slots)).compactMap { own, item in
        own.items[item].allocation.map { (consumer: own.consumer, allocation: $0) }
      }
      return KnapsackSolution(score: worth, chosen: taken, work: table.work)
    }
  }
}
