import CivilTime
import NotificationTriggers

/// For each number of slots the best cover of a group, for each instant up to which a plan may have
/// to be exact.
///
/// Against one-shots for everything, triggers without conflicts save slots that add up: each as
/// many as the fires that it answers, less one. So what is best with a number of slots, right up to
/// an instant, are triggers that save enough of them before that instant, and of these those that
/// are worth most beyond it. A class, so that a group that is never searched holds none.
package final class CoverSearch: Sendable {
  /// The group with its triggers.
  let lowered: LoweredGroup
  /// The renewal, the slots, and when a trigger can be taken away.
  let options: CoverOptions
  /// What is pending already.
  let pending: PendingIdentifiers
  private let completion: CoverCompletion
  /// All covers that a plan may want, where there are so few that they can be listed; nil where
  /// they are searched for when it is known how far they have to reach.
  let listed: [Cover]?

  /// How many searches of a group may take as long as one by itself, before those for other instants
  /// have to share: a tenth of a second.
  private static let unshared = 5

  /// The most groups of a reminder that needn't share what one has: three repeats are what people
  /// ask for, and whoever asks for hundreds gets no hundred times as much.
  private static let mostUnshared = 4

  /// Makes a search.
  init(_ lowered: LoweredGroup, _ options: CoverOptions, pending: PendingIdentifiers) {
    self.lowered = lowered
    self.options = options
    self.pending = pending
    completion = CoverCompletion(
      group: lowered.group, renewal: options.renewal, slots: options.slots)
    listed = completion.all(of: lowered.graph)
  }

  /// Makes a search that shares its options with no other.
  convenience init(
    _ lowered: LoweredGroup, _ options: NotificationOptions, pending: PendingIdentifiers
  ) {
    self.init(lowered, CoverOptions(options), pending: pending)
  }

  /// The fires of the group, ascending.
  var instants: [Instant] { lowered.group.instants }

  /// The fewest slots with which everything is right up to an instant; any number above those that
  /// there are stands for more.
  func fewestSlots(upTo instant: Instant) -> Int {
    if let covers = listed {
      return covers.fewestSlots(rightUpTo: instant) ?? options.slots + 1
    }
    let early = instants.before(instant)
    guard early > 0 else { return 0 }
    var work = SearchWork()
    return early - solve(upTo: instant, .slots, &work).frontier.mostSaved
  }

  /// For each number of slots the best cover.
  ///
  /// - Parameters:
  ///   - instant: The instant up to which it has to be right; nil for none.
  ///   - isNext: Whether the first fire counts before all others.
  /// - Returns: The covers; those with fewer slots than are needed are missing.
  func covers(upTo instant: Instant?, isNext: Bool) -> [Cover] {
    var work = SearchWork()
    return covers(upTo: instant, isNext: isNext, &work)
  }

  private func covers(
    upTo instant: Instant?, isNext: Bool, _ work: inout SearchWork
  ) -> [Cover] {
    if let covers = listed {
      return instant.map { instant in covers.filter { $0.isRight(upTo: instant) } } ?? covers
    }
    let instant = max(instant ?? options.now, options.now)
    guard instant < options.renewal else { return covers(rightUpTo: instant, 0, &work) }
    let none = instants.before(instant) == 0 ? completion.covers(with: []).prefix(1) : []
    // With enough slots nothing before the renewal is missed; with fewer, as little as can be.
    let right = covers(rightUpTo: options.renewal, 1, &work)
    let enough = right.lazy.map(\.slots).min() ?? options.slots + 1
    guard enough > 1 else { return none + right }
    let own = isNext ? max(instant, (instants.first ?? instant) + 1) : instant
    let fewer = covers(solve(upTo: own, .renewal, &work), upTo: own, 1)
      .filter { $0.slots < enough }
    return none + fewer + right
  }

  /// For each number of slots the covers that are right up to an instant at or after the renewal.
  private func covers(
    rightUpTo instant: Instant, _ fewest: Int, _ work: inout SearchWork
  ) -> [Cover] {
    let best = covers(solve(upTo: instant, .horizon, &work), upTo: instant, fewest)
    guard best.contains(where: { $0.removals > 0 }) else { return best }
    return best
      + covers(solve(upTo: instant, .permanence, &work), upTo: instant, fewest)
      .filter { $0.slots > 0 }
  }

  /// Covers from which those for any instant can be chosen, for groups whose covers depend on
  /// others: the best ones for instants at which triggers begin to be wrong, and one-shots alone.
  ///
  /// - Parameter sharers: How many groups the reminder has.
  /// - Returns: The covers, none of which another dominates.
  func generalCovers(sharers: Int) -> [Cover] {
    if let covers = listed { return covers }
    let triggers = lowered.graph.triggers
    var ends: Set = [options.now, options.renewal, options.end]
    for trigger in triggers.prefix(CoverSearch.maximumEnds) {
      if let removeBy = trigger.proven.removeBy { ends.insert(min(removeBy, options.end)) }
    }
    // The soonest fires are what few slots reach.
    for instant in instants.prefix(CoverSearch.maximumEnds) { ends.insert(instant + 1) }
    // What people ask for has a few triggers; hundreds with hundreds of repeats can't have so many
    // ends.
    if ends.count * triggers.count * sharers > IndependentSetSearch.maximumWork {
      ends = [options.renewal, options.end]
    }
    let parts = (sharers + CoverSearch.mostUnshared - 1) / CoverSearch.mostUnshared
    var covers = completion.covers(with: [])
    var work = SearchWork()
    for end in ends.sorted() {
      // Where there is too much to be looked at, all ends together get what one search has.
      let isMuch = work.done >= CoverSearch.unshared * IndependentSetSearch.maximumWork / parts
      work.limit = IndependentSetSearch.maximumWork / (isMuch ? ends.count : 1) / parts
      covers += self.covers(upTo: end, isNext: true, &work)
    }
    return completion.choices(
      covers.filter(\.repeating.isEmpty), covers.filter { !$0.repeating.isEmpty })
  }

  /// Where covers depend on others: up to the ends of how many triggers they are looked for, and
  /// up to how many fires.
  private static let maximumEnds = 16

  /// A search with what it found.
  typealias Solution = (search: IndependentSetSearch, frontier: ParetoFrontier)

  /// The covers of a frontier by number of slots.
  private func covers(_ solution: Solution, upTo instant: Instant, _ fewest: Int) -> [Cover] {
    let early = instants.before(instant)
    let most = options.slots
    let points = solution.frontier.points
    // What saves less is worth more: with as many slots as it needs, each point is the best until
    // there are enough for the next.
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

  /// The triggers of an independent set, each taken away where it has to be.
  private func triggers(
    of point: ParetoFrontier.Point, _ search: IndependentSetSearch
  ) -> [AnsweringTrigger] {
    let found = search.triggers(of: point).sorted { $0.index < $1.index }
    // The search decides who gives way one by one; together they may do better.
    let resolution = ConflictResolution(of: found.map(\.index), lowered.graph)
    let ends = resolution.ends ?? found.map(\.end)
    return zip(found, ends).map { lowered.graph.triggers[$0.index].removed(by: $1) }
  }
}

extension CoverSearch {
  /// The best ways to use triggers that are right up to an instant.
  func solve(
    upTo instant: Instant, _ objective: WeightedConflictGraph.Objective, _ work: inout SearchWork
  ) -> Solution {
    let graph = lowered.graph
    let firstRemoval = lowered.allowsRemoval ? max(instant, options.earliestRemoval) : .endOfTime
    let members = graph.triggers.indices.filter {
      graph.triggers[$0].proven.removeBy.map { $0 >= firstRemoval } ?? true
    }
    var search = IndependentSetSearch(
      weighted(upTo: instant, objective, firstRemoval), workLimit: work.limit)
    let yearly = members.filter { graph.triggers[$0].proven.trigger.pattern.days.isYearly }
    if yearly.count <= TimeOfDaySearch.maximumSingles {
      let frontier = search.frontier(of: members)
      guard search.isExhausted else {
        work.done += search.totalWork
        return (search, frontier)
      }
    }
    // Dates and weekdays of single months are many, and answer little: they are added to the best
    // of the others.
    let isYearly = Set(yearly)
    let frequent = search.frontier(of: members.filter { !isYearly.contains($0) })
    var frontier = search.frontier(adding: yearly, to: frequent)
    // What saves most is looked for among all of them, for that is how far the plan is exact.
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
      lowered.graph, vertices(upTo: instant, objective), objective: objective,
      firstRemoval: firstRemoval,
      slots: options.slots,
      bound: SavingsBound(
        lowered.graph.triggers, instants: instants, early: instants.before(instant),
        soon: instants.before(options.renewal)))
  }

  private func vertices(
    upTo instant: Instant, _ objective: WeightedConflictGraph.Objective
  ) -> [WeightedConflictGraph.Vertex] {
    let triggers = lowered.graph.triggers
    let order = objective == .slots ? [] : identifierOrder
    let renewal = options.renewal
    return triggers.enumerated().map { index, trigger in
      WeightedConflictGraph.Vertex(
        end: trigger.proven.removeBy ?? .endOfTime, answered: trigger.answered.count,
        answeredEarly: trigger.answered.before(instant),
        answeredSoon: trigger.answered.before(renewal),
        isPending: !pending.isEmpty
          && pending.contains(lowered.group.identifier(of: trigger.proven)),
        order: order.isEmpty ? SIMD2() : order[index])
    }
  }

  /// For each trigger the place of its identifier among all, as a bit; the first is the highest.
  private var identifierOrder: [SIMD2<UInt64>] {
    let triggers = lowered.graph.triggers
    var order = Array(repeating: SIMD2<UInt64>(), count: triggers.count)
    let sorted = triggers.indices.sorted { triggers[$0].proven.form < triggers[$1].proven.form }
    for (place, index) in sorted.prefix(128).enumerated() {
      order[index][place / 64] = 1 << UInt64(63 - place % 64)
    }
    return order
  }
}

extension DayClass {
  /// Whether it has one day in a year, as a rule.
  fileprivate var isYearly: Bool {
    switch self {
    case .date, .ordinalWeekday: true
    case .everyDay, .weekday, .dayOfMonth, .once: false
    }
  }
}
