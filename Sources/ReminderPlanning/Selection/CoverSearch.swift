import CivilTime
import NotificationTriggers
import ReminderExpansion
package import ReminderOptions

/// Finds the best covers of a group for each number of slots, constrained to be exact up to an
/// instant.
///
/// Compared with one-shots for all fires, a trigger saves as many slots as it answers fires, less
/// one. The savings of triggers without conflicts add up. The best cover for a number of slots
/// therefore consists of triggers that save enough slots before the instant and have the greatest
/// weight beyond it.
///
/// It is a class so that the lazy reference in a group that is never searched takes no space.
package final class CoverSearch: Sendable {
  let lowered: LoweredGroup
  let options: CoverOptions
  let pending: PendingIdentifiers
  private let completion: CoverCompletion
  /// All useful covers, if the group has at most one trigger; nil if covers are searched on demand.
  let listed: [Cover]?
  private let answered: AnsweredFires?

  /// The number of full search budgets that one group may use before further searches share one
  /// budget: about a tenth of a second.
  private static let unshared = 5

  /// How many groups with an equal share of the work each get a full search budget.
  ///
  /// With more groups, each gets a part of it.
  private static let mostUnshared = 4

  init(_ lowered: LoweredGroup, _ options: CoverOptions, pending: PendingIdentifiers) {
    self.lowered = lowered
    self.options = options
    self.pending = pending
    completion = CoverCompletion(
      group: lowered.group, renewal: options.renewal, slots: options.slots)
    listed = completion.all(of: lowered.graph)
    answered =
      listed == nil
      ? AnsweredFires(of: lowered.graph.triggers, among: lowered.group.instants) : nil
  }

  package convenience init(
    _ lowered: LoweredGroup, _ options: NotificationOptions, pending: PendingIdentifiers
  ) {
    self.init(lowered, CoverOptions(options), pending: pending)
  }

  var instants: [Instant] { lowered.group.instants }

  /// Returns the fewest slots with which the group is exact up to an instant.
  ///
  /// The result is more than the plan has if no cover is exact up to it.
  func fewestSlots(upTo instant: Instant) -> Int {
    if let covers = listed {
      return covers.fewestSlots(rightUpTo: instant) ?? options.allSlots + 1
    }
    let early = instants.before(instant)
    guard early > 0 else { return 0 }
    var work = SearchWork()
    return early - solve(upTo: instant, .slots, &work).frontier.mostSaved
  }

  /// Returns the best cover for each number of slots.
  ///
  /// - Parameters:
  ///   - instant: The instant up to which the covers are exact; nil for no constraint.
  ///   - isNext: Whether the first fire is the reminder's next first alert.
  ///   - right: Returns ``coversUpToRenewal()``, which all instants before the renewal need; nil to
  ///     search them.
  /// - Returns: The covers.
  func covers(
    upTo instant: Instant?, isNext: Bool, right: (() -> [Cover])? = nil
  ) -> [Cover] {
    var work = SearchWork()
    return covers(upTo: instant, isNext: isNext, &work, right: right)
  }

  /// Returns the best cover that misses no fire before the renewal, for each number of slots.
  func coversUpToRenewal() -> [Cover] {
    var work = SearchWork()
    return covers(rightUpTo: options.renewal, 1, &work)
  }

  private func covers(
    upTo instant: Instant?, isNext: Bool, _ work: inout SearchWork,
    right: (() -> [Cover])? = nil
  ) -> [Cover] {
    if let covers = listed {
      return instant.map { instant in covers.filter { $0.isRight(upTo: instant) } } ?? covers
    }
    let instant = max(instant ?? options.now, options.now)
    guard instant < options.renewal else { return covers(rightUpTo: instant, 0, &work) }
    let none = instants.before(instant) == 0 ? completion.covers(with: []).prefix(1) : []
    // With enough slots no fire before the renewal is missed. With fewer, miss as few as possible.
    let right = right?() ?? covers(rightUpTo: options.renewal, 1, &work)
    let enough = right.lazy.map(\.slots).min() ?? options.slots + 1
    guard enough > 1 else { return none + right }
    let own = isNext ? max(instant, (instants.first ?? instant) + 1) : instant
    let fewer = covers(solve(upTo: own, .renewal, &work), upTo: own, 1)
      .filter { $0.slots < enough }
    return none + fewer + right
  }

  /// Returns the covers for each number of slots that are exact up to an instant, which is at or
  /// after the renewal.
  private func covers(
    rightUpTo instant: Instant, _ fewest: Int, _ work: inout SearchWork
  ) -> [Cover] {
    let best = covers(solve(upTo: instant, .horizon, &work), upTo: instant, fewest)
    guard best.contains(where: { $0.removals > 0 }) else { return best }
    return best
      + covers(solve(upTo: instant, .permanence, &work), upTo: instant, fewest)
      .filter { $0.slots > 0 }
  }

  /// Returns covers that contain a good choice for any instant, for groups whose covers depend on
  /// other groups.
  ///
  /// They are the best covers for the instants at which triggers stop being exact, and the covers
  /// of one-shots alone.
  func generalCovers() -> [Cover] {
    if let covers = listed { return covers }
    let triggers = lowered.graph.triggers
    var ends: Set = [options.now, options.renewal, options.end]
    for trigger in triggers.prefix(CoverSearch.maximumEnds) {
      if let removeBy = trigger.proven.removeBy { ends.insert(min(removeBy, options.end)) }
    }
    // Few slots reach only the earliest fires.
    for instant in instants.prefix(CoverSearch.maximumEnds) { ends.insert(instant + 1) }
    // Typical groups have a few triggers. With hundreds of triggers and repeats, use only three ends:
    // a cover that is exact up to one of the others can need more slots than there are.
    let whole = IndependentSetSearch.maximumWork
    let most = CoverSearch.mostAtAllEnds * options.searchWork / whole
    if options.isDense || ends.count * triggers.count > most {
      ends = [options.now, options.renewal, options.end]
    }
    let budget = min(whole, options.searchWork * CoverSearch.mostUnshared)
    var covers = completion.covers(with: [])
    var work = SearchWork(limit: budget)
    let right = self.covers(rightUpTo: options.renewal, 1, &work)
    if instants.before(options.renewal) > 0 {
      ends.remove(options.renewal)
      covers += right
    }
    for end in ends.sorted() {
      // Once the work exceeds the full budgets, the remaining ends share one budget.
      let isMuch = work.done >= CoverSearch.unshared * budget
      work.limit = budget / (isMuch ? ends.count : 1)
      covers += self.covers(upTo: end, isNext: true, &work) { right }
    }
    return completion.choices(
      covers.filter(\.repeating.isEmpty), covers.filter { !$0.repeating.isEmpty })
  }

  /// The limit of triggers that are compared at all ends in `generalCovers()`, for all groups that
  /// share the work.
  ///
  /// A search takes at least some hundredths of a millisecond for each.
  private static let mostAtAllEnds = 20_000

  /// The limit of ends in `generalCovers()`, for triggers and for fires.
  private static let maximumEnds = 16

  typealias Solution = (search: IndependentSetSearch, frontier: ParetoFrontier)

  /// Returns the covers of a frontier, by number of slots.
  private func covers(_ solution: Solution, upTo instant: Instant, _ fewest: Int) -> [Cover] {
    let early = instants.before(instant)
    let most = options.slots
    let points = solution.frontier.points
    // A point that saves less has a greater weight. So each point is the best from the number of
    // slots that it needs up to the number that the next point needs.
    let needs = points.map { max(fewest, early - $0.saved) }
    var best: [(slots: Int, triggers: [AnsweringTrigger])] = []
    for place in points.indices where needs[place] <= most {
      if place + 1 < points.count, needs[place + 1] <= needs[place] { continue }
      best.append((needs[place], triggers(of: points[place], solution.search)))
    }
    return best.indices.flatMap { place in
      let last = place + 1 < best.count ? best[place + 1].slots - 1 : most
      return completion.covers(with: best[place].triggers, slots: best[place].slots...last)
    }
  }

  /// Returns the triggers of an independent set, each with its removal instant.
  private func triggers(
    of point: ParetoFrontier.Point, _ search: IndependentSetSearch
  ) -> [AnsweringTrigger] {
    let found = search.triggers(of: point).sorted { $0.index < $1.index }
    // The search resolves conflicts one at a time. Resolving them together can answer more fires.
    let resolution = ConflictResolution(of: found.map(\.index), lowered.graph)
    let ends = resolution.ends ?? found.map(\.end)
    return zip(found, ends).map { lowered.graph.triggers[$0.index].removed(by: $1) }
  }
}

extension CoverSearch {
  /// Returns the Pareto frontier of the trigger sets that are exact up to an instant.
  func solve(
    upTo instant: Instant, _ objective: WeightedConflictGraph.Objective, _ work: inout SearchWork
  ) -> Solution {
    let graph = lowered.graph
    let firstRemoval = lowered.allowsRemoval ? max(instant, options.earliestRemoval) : .endOfTime
    let members = graph.triggers.indices.filter { index in
      guard let removeBy = graph.triggers[index].proven.removeBy else { return true }
      // An interval can't be had back once it is removed, so it is used as long as possible.
      let isInterval = graph.triggers[index].proven.countsFrom != nil
      return removeBy >= (isInterval ? max(instant, options.renewal) : firstRemoval)
    }
    var search = IndependentSetSearch(
      weighted(upTo: instant, objective, firstRemoval), workLimit: work.limit)
    let isYearly = graph.triggers.map { $0.proven.pattern?.days.isYearly ?? false }
    let yearly = members.filter { isYearly[$0] }
    if yearly.count <= TimeOfDaySearch.maximumSingles {
      let frontier = search.frontier(of: members)
      guard search.isExhausted else {
        work.done += search.totalWork
        return (search, frontier)
      }
    }
    // Triggers with one day a year are many and answer few fires, so they are added to the best
    // sets of the others.
    let frequent = search.frontier(of: members.filter { !isYearly[$0] })
    var frontier = search.frontier(adding: yearly, to: frequent)
    // The greatest savings decide how long the plan is exact, so search them among all triggers.
    var saving = IndependentSetSearch(
      weighted(upTo: instant, .slots, firstRemoval), workLimit: work.limit)
    if let most = saving.frontier(of: members).points.first {
      frontier.formUnion(ParetoFrontier(search.point(of: saving.triggers(of: most))))
    }
    work.done += search.totalWork + saving.totalWork
    return (search, frontier)
  }

  private func weighted(
    upTo instant: Instant, _ objective: WeightedConflictGraph.Objective, _ firstRemoval: Instant
  ) -> WeightedConflictGraph {
    WeightedConflictGraph(
      vertices(upTo: instant, objective), lowered.graph.edges, objective: objective,
      firstRemoval: firstRemoval, slots: options.slots,
      bound: SavingsBound(
        answered: answered, early: instants.before(instant),
        soon: instants.before(options.renewal)))
  }

  private func vertices(
    upTo instant: Instant, _ objective: WeightedConflictGraph.Objective
  ) -> [WeightedConflictGraph.Vertex] {
    let triggers = lowered.graph.triggers
    let order = objective == .slots ? [] : identifierOrder
    let renewal = options.renewal
    return triggers.indices.map { index in
      WeightedConflictGraph.Vertex(
        end: triggers[index].proven.removeBy ?? .endOfTime,
        answered: triggers[index].answered.count,
        answeredEarly: triggers[index].answered.before(instant),
        answeredSoon: triggers[index].answered.before(renewal),
        isPending: !pending.isEmpty
          && pending.contains(lowered.group.identifier(of: triggers[index].proven)),
        order: order.isEmpty ? SIMD2() : order[index])
    }
  }

  /// The largest number of triggers with a place in identifier order: the bits of the order.
  private static let maximumOrdered = 128

  /// For each trigger, one bit for its place in identifier order; the highest bit is the first
  /// place.
  private var identifierOrder: [SIMD2<UInt64>] {
    let triggers = lowered.graph.triggers
    var order = Array(repeating: SIMD2<UInt64>(), count: triggers.count)
    let sorted = triggers.indices.sorted { triggers[$0].proven.form < triggers[$1].proven.form }
    for (place, index) in sorted.prefix(CoverSearch.maximumOrdered).enumerated() {
      order[index][place / 64] = 1 << UInt64(63 - place % 64)
    }
    return order
  }
}

extension DayClass {
  /// Whether the class usually has one day in a year.
  fileprivate var isYearly: Bool {
    switch self {
    case .date, .ordinalWeekday: true
    case .everyDay, .weekday, .dayOfMonth, .once: false
    }
  }
}
