package import CivilTime
import NotificationTriggers

/// For each number of slots the best way to answer a group, for each reach that a plan may ask for.
///
/// Against one-shots for everything, triggers that don't meet save slots that add up: each as many
/// as the fires that it answers, less one. So what is best with a number of slots, right up to an
/// instant, are triggers that save enough of them before that instant, and of these those that are
/// worth most beyond it.
package struct CoverSearch: Sendable {
  private let lowered: LoweredGroup
  private let options: NotificationOptions
  private let pending: PendingIdentifiers
  private let list: CoverList
  /// All covers that a plan may want, where there are so few that they can be listed; nil where they
  /// are searched for when it is known how far they have to reach.
  let listed: [Cover]?

  /// Makes a search.
  ///
  /// - Parameters:
  ///   - lowered: The group with its triggers.
  ///   - options: The renewal, the slots, and when a trigger can be taken away.
  ///   - pending: What is pending already.
  init(_ lowered: LoweredGroup, _ options: NotificationOptions, pending: PendingIdentifiers) {
    self.lowered = lowered
    self.options = options
    self.pending = pending
    list = CoverList(group: lowered.group, renewal: options.renewal, slots: options.slots)
    listed = list.all(of: lowered.graph)
  }

  private var instants: [Instant] { lowered.group.instants }

  /// The fewest slots with which everything is right up to an instant; any number above those that
  /// there are stands for more.
  func fewestSlots(upTo instant: Instant) -> Int {
    if let covers = listed {
      let slots = covers.lazy.filter { $0.isRight(upTo: instant) }.map(\.slots)
      return slots.min() ?? options.slots + 1
    }
    let early = instants.before(instant)
    return early == 0 ? 0 : early - solve(upTo: instant, .slots).frontier.mostSaved
  }

  /// What a number of slots is worth to a group that nothing else competes with.
  package struct Reach: Equatable, Sendable {
    /// How many fires before the next renewal are missed.
    package let missed: Int
    /// The first instant at which something is wrong; nil for none before the horizon's end.
    ///
    /// Nothing is said of it where fires before the renewal are missed.
    package let exactUntil: Instant?

    /// Whether it is better than another.
    func isBetter(than other: Reach) -> Bool {
      if missed != other.missed { return missed < other.missed }
      return missed == 0 && (exactUntil ?? .endOfTime) > (other.exactUntil ?? .endOfTime)
    }
  }

  /// What a number of slots is worth.
  ///
  /// - Parameter slots: The slots, any number.
  /// - Returns: What is reached with them.
  func reach(slots: Int) -> Reach {
    let missed = fewestMissed(slots: slots)
    return Reach(missed: missed, exactUntil: missed > 0 ? nil : exactUntil(slots: slots))
  }

  /// How many fires before the next renewal have to be missed with a number of slots.
  private func fewestMissed(slots: Int) -> Int {
    let soon = instants.before(options.renewal)
    guard slots > 0, let next = instants.first, next < options.renewal else { return soon }
    // Before all others the next one is answered.
    let own = next + 1
    let early = instants.before(own)
    let points = solve(upTo: own, .renewal).frontier.points
    guard let best = points.last(where: { $0.saved >= early - slots }) else { return soon }
    return max(0, soon - Int(best.worth.first) - slots)
  }

  /// Up to when everything can be right with a number of slots; nil for the horizon's end.
  private func exactUntil(slots: Int) -> Instant? {
    let removals = lowered.graph.triggers.compactMap(\.proven.removeBy)
    let conflicts = lowered.graph.conflicts.flatMap { $0.map(\.at) }
    let end = options.window.upperBound
    let points = Set(instants + removals + conflicts).filter { $0 < end }.sorted() + [end]
    let reached = points.partitionPoint { point in
      let early = instants.before(point)
      return early == 0 || early - solve(upTo: point, .slots).frontier.mostSaved <= slots
    }
    guard reached < points.count else { return lowered.group.cut }
    return reached == 0 ? options.now : points[reached - 1]
  }

  /// What a slot less and some slots more are worth.
  ///
  /// - Parameter slots: The slots that the group got.
  /// - Returns: One less, as many, the fewest that reach further, and those that reach the horizon's
  ///   end, ascending, each with what they reach; numbers that don't differ in it once.
  package func reaches(around slots: Int) -> [(slots: Int, reach: Reach)] {
    let most = max(slots, min(instants.count, CoverSearch.maximumSlotsExplained))
    let own = reach(slots: slots)
    let whole = Reach(missed: 0, exactUntil: lowered.group.cut)
    var numbers = slots > 0 ? [slots - 1, slots] : [slots]
    if own != whole, slots < most {
      let candidates = Array(slots + 1...most)
      let further = candidates.partitionPoint { !reach(slots: $0).isBetter(than: own) }
      let enough = candidates.partitionPoint { reach(slots: $0) != whole }
      for place in [further, enough] where place < candidates.count {
        numbers.append(candidates[place])
      }
    }
    return Set(numbers).sorted().map { ($0, reach(slots: $0)) }
  }

  /// The most slots whose worth is explained: those of the system.
  private static let maximumSlotsExplained = NotificationOptions.systemLimit

  /// For each number of slots the best cover.
  ///
  /// - Parameters:
  ///   - reach: The instant up to which it has to be right; nil for no demand.
  ///   - isNext: Whether the first fire counts before all others.
  /// - Returns: The covers; those with fewer slots than are needed are missing.
  func covers(upTo reach: Instant?, isNext: Bool) -> [Cover] {
    if let covers = listed {
      return reach.map { reach in covers.filter { $0.isRight(upTo: reach) } } ?? covers
    }
    let reach = max(reach ?? options.now, options.now)
    guard reach < options.renewal else { return covers(rightUpTo: reach, 0) }
    let none = instants.before(reach) == 0 ? list.covers(with: []).prefix(1) : []
    // With enough slots nothing before the renewal is missed; with fewer, as little as can be.
    let right = covers(rightUpTo: options.renewal, 1)
    let enough = right.lazy.map(\.slots).min() ?? options.slots + 1
    guard enough > 1 else { return none + right }
    let own = isNext ? max(reach, (instants.first ?? reach) + 1) : reach
    let fewer = covers(solve(upTo: own, .renewal), upTo: own, 1).filter { $0.slots < enough }
    return none + fewer + right
  }

  /// For each number of slots the covers that are right up to an instant at or after the renewal.
  private func covers(rightUpTo reach: Instant, _ fewest: Int) -> [Cover] {
    let best = covers(solve(upTo: reach, .horizon), upTo: reach, fewest)
    guard avoidsRemovals, best.contains(where: { $0.removals > 0 }) else { return best }
    return best
      + covers(solve(upTo: reach, .permanence), upTo: reach, fewest).filter { $0.slots > 0 }
  }

  /// Whether a trigger that has to be taken away counts against a cover.
  ///
  /// Where one-shots can't reach as far with all slots, there is nothing to be avoided.
  private var avoidsRemovals: Bool { instants.count <= options.slots }

  /// Covers from which those for any reach can be chosen, for groups whose covers depend on others.
  ///
  /// The best ones for reaches at which triggers begin to be wrong, and one-shots alone.
  func generalCovers() -> [Cover] {
    if let covers = listed { return covers }
    var reaches: Set = [options.now, options.renewal, options.window.upperBound]
    for trigger in lowered.graph.triggers.prefix(CoverSearch.maximumReaches) {
      if let removeBy = trigger.proven.removeBy {
        reaches.insert(min(removeBy, options.window.upperBound))
      }
    }
    // The soonest fires are what few slots reach.
    for instant in instants.prefix(CoverSearch.maximumReaches) { reaches.insert(instant + 1) }
    var covers = list.covers(with: [])
    for reach in reaches.sorted() { covers += self.covers(upTo: reach, isNext: true) }
    let singles = covers.filter(\.repeating.isEmpty)
    let repeating = CoverList.best(of: covers.filter { !$0.repeating.isEmpty })
    // One-shots stay to choose from for repeats, which end where their first alerts end.
    return lowered.group.repetition > 0
      ? singles + repeating : CoverList.best(of: singles + repeating)
  }

  /// The most triggers whose ends are looked at where covers depend on others, and the most fires.
  private static let maximumReaches = 16

  /// A search with what it found.
  private typealias Solution = (search: IndependentSets, frontier: Frontier)

  /// The covers of a frontier by number of slots.
  private func covers(_ solution: Solution, upTo reach: Instant, _ fewest: Int) -> [Cover] {
    let early = instants.before(reach)
    let points = solution.frontier.points
    var known: [Int: [Cover]] = [:]
    return (fewest...max(fewest, options.slots)).compactMap { slots -> Cover? in
      guard let place = points.lastIndex(where: { $0.saved >= early - slots }) else { return nil }
      let own = known[place] ?? list.covers(with: triggers(of: points[place], solution.search))
      known[place] = own
      // With more slots than it has a use for, nothing is left to be answered.
      return own.first.flatMap { first in
        own.indices.contains(slots - first.slots) ? own[slots - first.slots] : nil
      }
    }
  }

  private func triggers(
    of point: Frontier.Point, _ search: IndependentSets
  ) -> [AnsweringTrigger] {
    let found = search.triggers(of: point).sorted { $0.index < $1.index }
    // The search decides who gives way one by one; together they may do better.
    let turns = Turns(of: found.map(\.index), lowered.graph)
    let ends = turns.ends ?? found.map(\.end)
    return zip(found, ends).map { lowered.graph.triggers[$0.index].removed(by: $1) }
  }

  /// The best ways to use triggers that are right up to an instant.
  ///
  /// - Parameters:
  ///   - reach: The instant.
  ///   - goal: What ways are compared by.
  /// - Returns: The ways.
  private func solve(upTo reach: Instant, _ goal: SetProblem.Goal) -> Solution {
    let graph = lowered.graph
    let firstRemoval = max(reach, options.earliestRemoval)
    let members = graph.triggers.indices.filter {
      graph.triggers[$0].proven.removeBy.map { $0 >= firstRemoval } ?? true
    }
    var search = IndependentSets(problem(upTo: reach, goal, firstRemoval))
    let yearly = members.filter { graph.triggers[$0].proven.trigger.pattern.days.isYearly }
    if yearly.count <= CandidateSearch.maximumSingles {
      let frontier = search.frontier(of: members)
      if !search.isExhausted { return (search, frontier) }
    }
    // Dates and weekdays of single months are many, and answer little: they are added to the best of
    // the others.
    let isYearly = Set(yearly)
    let frequent = search.frontier(of: members.filter { !isYearly.contains($0) })
    var frontier = search.frontier(adding: yearly, to: frequent)
    // What saves most is looked for among all of them, for that is the reach of the plan.
    var saving = IndependentSets(problem(upTo: reach, .slots, firstRemoval))
    if let most = saving.frontier(of: members).points.first {
      frontier.formUnion(Frontier(search.point(of: saving.triggers(of: most))))
    }
    return (search, frontier)
  }

  private func problem(
    upTo reach: Instant, _ goal: SetProblem.Goal, _ firstRemoval: Instant
  ) -> SetProblem {
    SetProblem(
      lowered.graph, nodes(upTo: reach, goal), goal: goal, firstRemoval: firstRemoval,
      slots: options.slots, avoidsRemovals: avoidsRemovals,
      unions: FireUnions(
        lowered.graph.triggers, instants: instants, early: instants.before(reach),
        soon: instants.before(options.renewal)))
  }

  private func nodes(
    upTo reach: Instant, _ goal: SetProblem.Goal
  ) -> [SetProblem.Node] {
    let triggers = lowered.graph.triggers
    var order = Array(repeating: SIMD2<UInt64>(), count: triggers.count)
    if goal != .slots {
      let sorted = triggers.indices.sorted {
        triggers[$0].proven.form < triggers[$1].proven.form
      }
      for (place, index) in sorted.prefix(128).enumerated() {
        order[index][place / 64] = 1 << UInt64(63 - place % 64)
      }
    }
    return triggers.enumerated().map { index, trigger in
      SetProblem.Node(
        end: trigger.proven.removeBy ?? .endOfTime, answered: trigger.answered.count,
        answeredEarly: trigger.answered.before(reach),
        answeredSoon: trigger.answered.before(options.renewal),
        isPending: !pending.isEmpty
          && pending.contains(lowered.group.identifier(form: trigger.proven.form)),
        order: order[index])
    }
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
