import CivilTime
import NotificationTriggers
import WorkSharing

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
  /// How many triggers were looked at so far.
  private let work = Guarded(0)

  /// The most triggers of a group that are looked at before searches for many instants have to
  /// share: a tenth of a second.
  ///
  /// Of the group itself: what other reminders take leaves its covers as they are.
  private static let plentyOfWork = 1_000_000

  /// The most groups of a reminder that needn't share what one has: three repeats are what people
  /// ask for, and whoever asks for hundreds gets no hundred times as much.
  private static let mostUnshared = 4

  /// Adds what a search looked at.
  func add(work: Int) { self.work.withLock { $0 += work } }

  /// Makes a search.
  ///
  /// - Parameters:
  ///   - lowered: The group with its triggers.
  ///   - options: The renewal, the slots, and when a trigger can be taken away.
  ///   - pending: What is pending already.
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
    return early == 0 ? 0 : early - solve(upTo: instant, .slots).frontier.mostSaved
  }

  /// For each number of slots the best cover.
  ///
  /// - Parameters:
  ///   - instant: The instant up to which it has to be right; nil for none.
  ///   - isNext: Whether the first fire counts before all others.
  ///   - workLimit: The most triggers that are looked at in all branches of a component.
  /// - Returns: The covers; those with fewer slots than are needed are missing.
  func covers(
    upTo instant: Instant?, isNext: Bool, workLimit: Int = IndependentSetSearch.maximumWork
  ) -> [Cover] {
    if let covers = listed {
      return instant.map { instant in covers.filter { $0.isRight(upTo: instant) } } ?? covers
    }
    let instant = max(instant ?? options.now, options.now)
    guard instant < options.renewal else { return covers(rightUpTo: instant, 0, workLimit) }
    let none = instants.before(instant) == 0 ? completion.covers(with: []).prefix(1) : []
    // With enough slots nothing before the renewal is missed; with fewer, as little as can be.
    let right = covers(rightUpTo: options.renewal, 1, workLimit)
    let enough = right.lazy.map(\.slots).min() ?? options.slots + 1
    guard enough > 1 else { return none + right }
    let own = isNext ? max(instant, (instants.first ?? instant) + 1) : instant
    let fewer = covers(solve(upTo: own, .renewal, workLimit: workLimit), upTo: own, 1)
      .filter { $0.slots < enough }
    return none + fewer + right
  }

  /// For each number of slots the covers that are right up to an instant at or after the renewal.
  private func covers(
    rightUpTo instant: Instant, _ fewest: Int, _ workLimit: Int
  ) -> [Cover] {
    let best = covers(
      solve(upTo: instant, .horizon, workLimit: workLimit), upTo: instant, fewest)
    guard best.contains(where: { $0.removals > 0 }) else { return best }
    return best
      + covers(
        solve(upTo: instant, .permanence, workLimit: workLimit), upTo: instant, fewest
      ).filter { $0.slots > 0 }
  }

  /// Covers from which those for any instant can be chosen, for groups whose covers depend on
  /// others.
  ///
  /// The best ones for instants at which triggers begin to be wrong, as long as the run has time for
  /// so many, and one-shots alone.
  ///
  /// - Parameter sharers: How many groups the reminder has.
  /// - Returns: The covers.
  func generalCovers(sharers: Int) -> [Cover] {
    if let covers = listed { return covers }
    let sharers = (sharers + CoverSearch.mostUnshared - 1) / CoverSearch.mostUnshared
    var ends: Set = [options.now, options.renewal, options.end]
    for trigger in lowered.graph.triggers.prefix(CoverSearch.maximumEnds) {
      if let removeBy = trigger.proven.removeBy {
        ends.insert(min(removeBy, options.end))
      }
    }
    // The soonest fires are what few slots reach.
    for instant in instants.prefix(CoverSearch.maximumEnds) { ends.insert(instant + 1) }
    // What people ask for has a few triggers; of thousands of others not all can have so many ends.
    if !options.dependedWork.spend(ends.count * lowered.graph.triggers.count) {
      ends = [options.renewal, options.end]
    }
    var covers = completion.covers(with: [])
    for end in ends.sorted() {
      // Where there is too much to be looked at, all ends together get what one search has.
      let hasPlenty = work.withLock { $0 < CoverSearch.plentyOfWork / sharers }
      let limit =
        hasPlenty
        ? IndependentSetSearch.maximumWork
        : max(IndependentSetSearch.fewestWork, IndependentSetSearch.maximumWork / ends.count)
      covers += self.covers(upTo: end, isNext: true, workLimit: limit / sharers)
    }
    return completion.choices(
      covers.filter(\.repeating.isEmpty), covers.filter { !$0.repeating.isEmpty })
  }

  /// Where covers depend on others: up to the ends of how many triggers they are looked for, and
  /// up to how many fires.
  private static let maximumEnds = 16

  /// A search with what it found.
  typealias Solution = (search: IndependentSetSearch, frontier: ParetoFrontier)

  /// The most triggers of a cover where the run has no room for more: one for each of the times of
  /// day that people ask for.
  private static let fewTriggers = 16

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
      let triggers = triggers(of: points[place], solution.search)
      let hasRoom =
        triggers.count <= CoverSearch.fewTriggers || options.coverRoom.spend(triggers.count)
      // The first one is right for the longest.
      guard hasRoom || best.isEmpty else { break }
      best.append((needs[place], triggers))
    }
    return best.indices.flatMap { place in
      let last = place + 1 < best.count ? best[place + 1].slots - 1 : most
      let covers = completion.covers(with: best[place].triggers, slots: best[place].slots...last)
      return options.coverRoom.spend(covers.count) ? covers : covers.withCommonNumbers
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

extension [Cover] {
  /// The first and the last of covers that take one slot more each, and those between them with up
  /// to 64 slots or one of eight numbers from there to each double: other groups make use of what
  /// lies between two.
  fileprivate var withCommonNumbers: [Cover] {
    indices.filter { index in
      let slots = self[index].slots
      guard slots > 64, index > startIndex, index < endIndex - 1 else { return true }
      let step = 1 << (Int.bitWidth - slots.leadingZeroBitCount - 4)
      return slots % step == 0
    }.map { self[$0] }
  }
}
