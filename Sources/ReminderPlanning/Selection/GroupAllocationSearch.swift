import CivilTime
import NotificationTriggers
import ReminderExpansion
import ReminderOptions

/// An allocation of slots to one group: one of the group's covers.
struct GroupAllocation {
  /// The index of the group in its reminder.
  let group: Int
  let cover: Cover
}

/// Finds the allocations of one group, once for each exactness constraint, and computes their
/// scores.
final class GroupAllocationSearch {
  /// The index of the group in its reminder.
  let index: Int
  let lowered: LoweredGroup
  /// The covers to choose from if choices depend on other groups; nil if the best covers are
  /// searched for each constraint.
  private(set) lazy var covers = isDepended ? search.generalCovers() : nil
  // Lazy, because few of ten thousand groups can win a slot.
  private lazy var search = CoverSearch(lowered, options, pending: pending)
  private var knownCovers: [Reach: [Cover]] = [:]
  /// The covers that miss nothing before the renewal, which every trial before it needs.
  private lazy var coversUpToRenewal = search.coversUpToRenewal()
  /// The instants up to the horizon between which the fewest slots stay the same, ascending.
  private lazy var turns = Set(turningPoints(upTo: options.end)).sorted()
  /// The fewest slots that were found, by the number of turns before the instant.
  private var knownSlots: [Int: Int] = [:]
  private var oneShotIdentifiers: [Instant: String] = [:]
  private let options: CoverOptions
  private let isDepended: Bool
  private let pending: PendingIdentifiers

  private struct Reach: Hashable {
    let instant: Instant?
    let isNext: Bool
  }

  /// A cover as an item of the knapsack problem of its consumer.
  struct Item {
    /// The index of the cover.
    let cover: Int
    let slots: Int
    let score: LevelScore
  }

  /// The items of the group, in the order of its covers.
  ///
  /// A reminder can have thousands of items, so covers are not copied into them.
  struct Items {
    let covers: [Cover]
    var items: [Item]
  }

  init(
    _ index: Int, lowered: LoweredGroup, options: CoverOptions, isDepended: Bool
  ) {
    self.index = index
    self.lowered = lowered
    self.options = options
    self.isDepended = isDepended
    // Most groups lack a pending request. This check saves computing their identifiers.
    pending =
      options.pending.hasOne(withPrefix: lowered.group.identifierPrefix)
      ? options.pending : PendingIdentifiers()
  }

  var isRepeat: Bool { lowered.group.repetition > 0 }

  var first: Instant { lowered.group.instants.first ?? .endOfTime }

  /// The earliest instant from which a trigger may fire unexpectedly.
  ///
  /// The triggers that covers use may do so later.
  private lazy var earliestTurning = lowered.graph.turningPoints.min()

  /// Returns whether a trigger may fire unexpectedly before an instant.
  func mayTurn(before instant: Instant) -> Bool {
    earliestTurning.map { $0 < instant } ?? false
  }

  /// The earliest instant from which a cover may fire unexpectedly; nil for never.
  var earliestUnexpected: Instant? {
    if earliestTurning == nil { return nil }
    if let covers = covers ?? search.listed {
      return covers.lazy.compactMap(\.firstUnexpected).min()
    }
    return earliestTurning
  }

  /// Returns the instants up to `end` at which a cover can stop being exact, in no particular
  /// order.
  func turningPoints(upTo end: Instant) -> [Instant] {
    if let covers = covers ?? search.listed {
      return covers.flatMap { cover in
        [cover.firstMiss, cover.firstUnexpected].compactMap { $0 }.filter { $0 <= end }
      }
    }
    return (lowered.group.instants + lowered.graph.turningPoints).filter { $0 <= end }
  }

  /// Returns the fewest slots with which the group is exact up to an instant.
  ///
  /// The result is more than the plan has if no cover is exact up to it.
  func fewestSlots(upTo instant: Instant) -> Int {
    if let covers { return covers.fewestSlots(rightUpTo: instant) ?? options.allSlots + 1 }
    let turn = turns.partitionPoint { $0 < instant }
    if let known = knownSlots[turn] { return known }
    let found = search.fewestSlots(upTo: instant)
    knownSlots[turn] = found
    return found
  }

  /// Returns the allocations that meet an exactness constraint.
  ///
  /// - Parameters:
  ///   - noMiss: The instant before which no fire may be missed and nothing may fire unexpectedly;
  ///     nil for no constraint.
  ///   - noUnexpected: The instant before which nothing may fire unexpectedly; nil for no
  ///     constraint.
  ///   - renewal: The next renewal.
  ///   - isNext: Whether the first fire is the reminder's next first alert.
  /// - Returns: The covers, and those that meet the constraint as items.
  func items(
    noMissBefore noMiss: Instant?, noUnexpectedBefore noUnexpected: Instant?, renewal: Instant,
    isNext: Bool
  ) -> Items {
    let covers = covers ?? covers(upTo: noMiss, isNext: isNext)
    var items: [Item] = []
    items.reserveCapacity(covers.count)
    for coverIndex in covers.indices {
      let cover = covers[coverIndex]
      if let unexpected = cover.firstUnexpected,
        unexpected < max(noMiss ?? .past, noUnexpected ?? .past)
      {
        continue
      }
      if let noMiss, let miss = cover.firstMiss, miss < noMiss { continue }
      items.append(
        Item(
          cover: coverIndex, slots: cover.slots,
          score: score(of: cover, renewal: renewal, isNext: isNext)))
    }
    return Items(covers: covers, items: items)
  }

  private func covers(upTo instant: Instant?, isNext: Bool) -> [Cover] {
    // Filtering a list is quick, and the results for a hundred thousand groups need much memory.
    guard search.listed == nil else { return search.covers(upTo: instant, isNext: isNext) }
    let reach = Reach(instant: instant, isNext: isNext)
    if let known = knownCovers[reach] { return known }
    let found = search.covers(upTo: instant, isNext: isNext) { self.coversUpToRenewal }
    // Each trial has another constraint, and the covers of a group can take 100 kB. The covers
    // without a constraint are needed in every trial.
    knownCovers = knownCovers.filter { $0.key.instant == nil }
    knownCovers[reach] = found
    return found
  }

  private func score(of cover: Cover, renewal: Instant, isNext: Bool) -> LevelScore {
    let group = lowered.group
    var score = LevelScore()
    if isRepeat {
      score[.missedRepeats] = -cover.missedBeforeRenewal
      score[.answeredRepeats] = cover.answered
      score[.laterRepeats] =
        -cover.slots * min(group.repetition, GroupAllocationSearch.latestRepeat)
    } else {
      score[.missedFirst] = -cover.missedBeforeRenewal
      score[.answeredFirst] = cover.answered
      if isNext, let miss = cover.firstMiss, miss < renewal, miss == group.instants.first {
        score[.missedNext] = -1
      }
    }
    score[.removals] = -cover.removals
    score[.slots] = -cover.slots
    score[.repeating] = cover.repeating.count
    score[.provenDays] = cover.provenDays
    if !pending.isEmpty { score[.pending] = identifiers(of: cover).count(where: pending.contains) }
    return score
  }

  /// Repeats from this number on count as equally late, so that sums fit into 32 bits.
  static let latestRepeat = 65_535

  private func identifiers(of cover: Cover) -> [String] {
    cover.repeating.map { lowered.group.identifier(of: $0.proven) }
      + cover.singles.map(identifier(ofOneShotAt:))
  }

  /// Returns the smallest identifier of a request that only one of two covers of one-shots has, given
  /// their numbers; nil if both have the same requests.
  ///
  /// One-shots without triggers answer the earliest fires.
  func difference(ofSingles count: Int, _ otherCount: Int) -> IdentifierDifference? {
    guard count != otherCount else { return nil }
    let fire = lowered.group.instants[min(count, otherCount)]
    return (identifier(ofOneShotAt: fire), count > otherCount)
  }

  /// Returns the smallest identifier of a request that only one of two covers has; nil if both have
  /// the same requests.
  ///
  /// The identifiers of a group's one-shots are in order of time.
  func difference(_ own: Cover, _ other: Cover) -> IdentifierDifference? {
    let single = firstDifference(own.singles, other.singles).map {
      (identifier: identifier(ofOneShotAt: $0.fire), isOwn: $0.isOwn)
    }
    let mine = identifiers(of: own.repeating, without: other.repeating)
    let theirs = identifiers(of: other.repeating, without: own.repeating)
    let repeating =
      (mine.map { (identifier: $0, isOwn: true) }
      + theirs.map { (identifier: $0, isOwn: false) }).min { $0.identifier < $1.identifier }
    guard let single, let repeating else { return single ?? repeating }
    return single.identifier < repeating.identifier ? single : repeating
  }

  /// Returns the identifiers of triggers that another list lacks.
  private func identifiers(
    of triggers: [AnsweringTrigger], without others: [AnsweringTrigger]
  ) -> [String] {
    // Covers share most triggers. Comparing objects is faster than comparing forms, so it is first.
    triggers.filter { own in
      !others.contains { $0 === own } && !others.contains { $0.proven.form == own.proven.form }
    }.map { lowered.group.identifier(of: $0.proven) }
  }

  /// Returns the first of ascending fires that only one of two lists has; nil if they are equal.
  private func firstDifference(
    _ own: ArraySlice<Instant>, _ other: ArraySlice<Instant>
  ) -> (fire: Instant, isOwn: Bool)? {
    let shared = min(own.count, other.count)
    var count = 0
    while count < shared, own[own.startIndex + count] == other[other.startIndex + count] {
      count += 1
    }
    let (mine, theirs) = (own.dropFirst(count).first, other.dropFirst(count).first)
    guard let mine else { return theirs.map { ($0, false) } }
    guard let theirs, theirs < mine else { return (mine, true) }
    return (theirs, false)
  }

  // Covers share most one-shots, so identifiers are cached.
  private func identifier(ofOneShotAt fire: Instant) -> String {
    if let known = oneShotIdentifiers[fire] { return known }
    let identifier = lowered.group.identifier(ofOneShotAt: fire)
    oneShotIdentifiers[fire] = identifier
    return identifier
  }
}

extension [GroupAllocationSearch.Item] {
  /// The items if only the counts before the renewal matter: those that gain more than all with
  /// fewer slots.
  var beforeRenewal: Self {
    var most: LevelScore?
    return sorted { $0.slots < $1.slots }.compactMap { item in
      let score = item.score.beforeRenewal
      if let most, most.precedes(score) != true { return nil }
      most = score
      return GroupAllocationSearch.Item(cover: item.cover, slots: item.slots, score: score)
    }
  }
}

extension Instant {
  fileprivate static let past = Instant(secondsSince1970: .min)
}
