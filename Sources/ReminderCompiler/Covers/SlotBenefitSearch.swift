import CivilTime

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
  private lazy var savings = search.solve(upTo: afterNext, .renewal).frontier.points

  /// Makes a search in which nothing is known.
  init(_ search: CoverSearch) { self.search = search }

  /// What a number of slots is worth.
  ///
  /// - Parameter slots: The slots, any number.
  /// - Returns: What is reached with them.
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

  private mutating func fewestSlots(upTo place: Int) -> Int {
    if let known = fewest[place] { return known }
    let early = search.instants.before(points[place])
    let found =
      early == 0 ? 0 : early - search.solve(upTo: points[place], .slots).frontier.mostSaved
    fewest[place] = found
    return found
  }
}
