package import CivilTime

/// What a number of slots is worth to a group that nothing else competes with.
package struct SlotBenefit: Equatable, Sendable {
  /// How many fires before the next renewal are missed.
  package let missed: Int
  /// The first instant at which something is wrong; nil for none before the horizon's end.
  ///
  /// Nothing is said of it where fires before the renewal are missed.
  package let exactUntil: Instant?

  /// Whether it is better than another.
  func isBetter(than other: SlotBenefit) -> Bool {
    if missed != other.missed { return missed < other.missed }
    return missed == 0 && (exactUntil ?? .endOfTime) > (other.exactUntil ?? .endOfTime)
  }
}

/// Finds what numbers of slots are worth to a group; what is asked of the triggers for one number
/// is remembered for the others.
struct SlotBenefitSearch {
  private let search: CoverSearch
  /// The instants at which something can begin to be wrong, and the horizon's end.
  private lazy var points =
    Set(search.instants + search.lowered.graph.turningPoints)
    .filter { $0 < search.options.end }.sorted() + [search.options.end]
  /// By place among the points, the fewest slots with which everything before it is right.
  private var fewest: [Int: Int] = [:]
  /// Where the next fire is answered: what is saved before the renewal, and missed.
  private lazy var savings = solve(upTo: afterNext, .renewal).points

  /// Makes a search in which nothing is known.
  init(_ search: CoverSearch) { self.search = search }

  /// What a number of slots is worth.
  mutating func benefit(slots: Int) -> SlotBenefit {
    let missed = fewestMissed(slots: slots)
    return SlotBenefit(missed: missed, exactUntil: missed > 0 ? nil : exactUntil(slots: slots))
  }

  private var afterNext: Instant { (search.instants.first ?? search.options.renewal) + 1 }

  /// How many fires before the next renewal have to be missed with a number of slots.
  private mutating func fewestMissed(slots: Int) -> Int {
    let renewal = search.options.renewal
    let soon = search.instants.before(renewal)
    guard slots > 0, let next = search.instants.first, next < renewal else { return soon }
    // Before all others the next one is answered.
    let early = search.instants.before(afterNext)
    guard let best = savings.last(where: { $0.saved >= early - slots }) else { return soon }
    return max(0, soon - best.weight[.objective] - slots)
  }

  /// Up to when everything can be right with a number of slots; nil for the horizon's end.
  private mutating func exactUntil(slots: Int) -> Instant? {
    var (reached, unreached) = (0, points.count)
    while reached < unreached {
      let middle = reached + (unreached - reached) / 2
      if fewestSlots(upTo: middle) <= slots { reached = middle + 1 } else { unreached = middle }
    }
    guard reached < points.count else { return search.lowered.group.cut }
    return reached == 0 ? search.options.now : points[reached - 1]
  }

  private func solve(
    upTo instant: Instant, _ objective: WeightedConflictGraph.Objective
  ) -> ParetoFrontier {
    var work = SearchWork()
    return search.solve(upTo: instant, objective, &work).frontier
  }

  private mutating func fewestSlots(upTo place: Int) -> Int {
    if let known = fewest[place] { return known }
    let early = search.instants.before(points[place])
    let found =
      early == 0 ? 0 : early - solve(upTo: points[place], .slots).mostSaved
    fewest[place] = found
    return found
  }
}

extension CoverSearch {
  /// What a slot less and some slots more are worth.
  ///
  /// - Parameter slots: The slots that the group got.
  /// - Returns: One less, as many, the fewest that reach further, and those that reach the
  ///   horizon's end, ascending, each with what they reach; numbers that don't differ in it once.
  package func benefits(around slots: Int) -> [(slots: Int, benefit: SlotBenefit)] {
    let most = max(slots, min(instants.count, NotificationOptions.systemLimit))
    var search = SlotBenefitSearch(self)
    let own = search.benefit(slots: slots)
    let whole = SlotBenefit(missed: 0, exactUntil: lowered.group.cut)
    var numbers = slots > 0 ? [slots - 1, slots] : [slots]
    if own != whole, slots < most {
      let candidates = Array(slots + 1...most)
      let further = candidates.partitionPoint { !search.benefit(slots: $0).isBetter(than: own) }
      let enough = candidates.partitionPoint { search.benefit(slots: $0) != whole }
      for place in [further, enough] where place < candidates.count {
        numbers.append(candidates[place])
      }
    }
    return Set(numbers).sorted().map { ($0, search.benefit(slots: $0)) }
  }
}
