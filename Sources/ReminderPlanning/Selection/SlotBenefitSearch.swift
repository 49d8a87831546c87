package import CivilTime
import ReminderExpansion
import ReminderOptions

/// The value of a number of slots to a group without competitors.
package struct SlotBenefit: Equatable, Sendable {
  /// The number of missed fires before the next renewal.
  package let missed: Int
  /// The first instant at which the group is not exact; nil if it is exact up to the horizon's end.
  ///
  /// It is also nil if fires before the renewal are missed.
  package let exactUntil: Instant?

  func isBetter(than other: SlotBenefit) -> Bool {
    if missed != other.missed { return missed < other.missed }
    return missed == 0 && (exactUntil ?? .endOfTime) > (other.exactUntil ?? .endOfTime)
  }
}

/// Finds the value of several numbers of slots for one group, and caches search results between
/// them.
struct SlotBenefitSearch {
  private let search: CoverSearch
  /// The instants at which a cover can stop being exact, and the horizon's end, ascending.
  private lazy var points =
    Set(search.instants + search.lowered.graph.turningPoints)
    .filter { $0 < search.options.end }.sorted() + [search.options.end]
  /// By index in `points`, the fewest slots with which everything before that point is exact.
  private var fewest: [Int: Int] = [:]
  /// The frontier of slots saved for the next fire and of fires answered before the renewal.
  private lazy var savings = solve(upTo: afterNext, .renewal).points

  init(_ search: CoverSearch) { self.search = search }

  mutating func benefit(slots: Int) -> SlotBenefit {
    let missed = fewestMissed(slots: slots)
    return SlotBenefit(missed: missed, exactUntil: missed > 0 ? nil : exactUntil(slots: slots))
  }

  private var afterNext: Instant { (search.instants.first ?? search.options.renewal) + 1 }

  private mutating func fewestMissed(slots: Int) -> Int {
    let renewal = search.options.renewal
    let soon = search.instants.before(renewal)
    guard slots > 0, let next = search.instants.first, next < renewal else { return soon }
    // The next fire has priority over all others.
    let early = search.instants.before(afterNext)
    guard let best = savings.last(where: { $0.saved >= early - slots }) else { return soon }
    return max(0, soon - best.weight[.objective] - slots)
  }

  /// Returns the latest instant up to which the group can be exact; nil for the horizon's end.
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
  /// Returns the value of neighboring numbers of slots.
  ///
  /// - Parameter slots: The slots that the group got.
  /// - Returns: The given number, one less, the fewest that improve the result, and the fewest that
  ///   are exact up to the horizon's end. They are ascending and without duplicates, each with its
  ///   value.
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
