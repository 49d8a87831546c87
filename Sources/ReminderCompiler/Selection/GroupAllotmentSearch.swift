import CivilTime
import NotificationTriggers

/// Slots for one group of a contender: one of the group's covers.
struct GroupAllotment {
  /// The group, as an index into the reminder's.
  let group: Int
  /// The cover.
  let cover: Cover
  /// The cover, as an index into those to choose from.
  let coverIndex: Int
}

/// Searches the allotments of one group, once for each exactness, and tells what each is worth by
/// itself.
final class GroupAllotmentSearch {
  /// The group, as an index into the reminder's.
  let index: Int
  /// The group with its triggers.
  let lowered: LoweredGroup
  /// All covers to choose from, where other groups depend on the choice; nil where the best ones
  /// are searched for.
  private(set) lazy var covers = isDepended ? search.generalCovers(sharers: sharers) : nil
  // Of ten thousand groups, few can win a slot: the others are never searched.
  private lazy var search = CoverSearch(lowered, options, pending: pending)
  /// The covers that were searched for, by how far they have to be exact.
  private var knownCovers: [Reach: [Cover]] = [:]
  private var knownSlots: [Instant: Int] = [:]
  private var oneShotIdentifiers: [Instant: String] = [:]
  private let options: CoverOptions
  private let isDepended: Bool
  private let sharers: Int
  private let pending: PendingIdentifiers

  private struct Reach: Hashable {
    let instant: Instant?
    let isNext: Bool
  }

  /// One of the allotments.
  struct Item {
    /// The allotment.
    let allotment: GroupAllotment
    /// The slots that it takes.
    let slots: Int
    /// What it is worth.
    let score: Score
  }

  /// Makes the search of a group.
  init(
    _ index: Int, _ lowered: LoweredGroup, _ options: CoverOptions, isDepended: Bool, sharers: Int
  ) {
    self.index = index
    self.lowered = lowered
    self.options = options
    self.isDepended = isDepended
    self.sharers = sharers
    // Most groups have nothing pending; asking once for all spares them their identifiers.
    pending =
      options.pending.hasOne(withPrefix: lowered.group.identifierPrefix)
      ? options.pending : PendingIdentifiers()
  }

  /// Whether the fires are repeats.
  var isRepeat: Bool { lowered.group.repetition > 0 }

  /// The first fire.
  var first: Instant { lowered.group.instants.first ?? .endOfTime }

  /// The earliest instant from which on some trigger may fire what isn't asked; those that are of
  /// use may do so later.
  private lazy var earliestTurning = lowered.graph.turningPoints.min()

  /// Whether some trigger may fire what isn't asked before an instant.
  func mayTurn(before instant: Instant) -> Bool {
    earliestTurning.map { $0 < instant } ?? false
  }

  /// The earliest instant from which on something may fire that isn't asked.
  var earliestUnasked: Instant? {
    if earliestTurning == nil { return nil }
    if let covers = covers ?? search.listed { return covers.lazy.compactMap(\.firstUnasked).min() }
    return earliestTurning
  }

  /// The instants up to another at which a cover can begin to be wrong.
  func turningPoints(upTo end: Instant) -> [Instant] {
    if let covers = covers ?? search.listed {
      return covers.flatMap { cover in
        [cover.firstMiss, cover.firstUnasked].compactMap { $0 }.filter { $0 <= end }
      }
    }
    return (lowered.group.instants + lowered.graph.turningPoints).filter { $0 <= end }
  }

  /// The fewest slots with which everything is right up to an instant; any number above those that
  /// there are stands for more.
  func fewestSlots(upTo instant: Instant) -> Int {
    if let covers { return covers.fewestSlots(rightUpTo: instant) ?? options.slots + 1 }
    if let known = knownSlots[instant] { return known }
    let found = search.fewestSlots(upTo: instant)
    knownSlots[instant] = found
    return found
  }

  /// The allotments that are exact as far as they have to be.
  ///
  /// - Parameters:
  ///   - noMiss: The instant before which no fire may be missed, and nothing may fire that isn't
  ///     asked for; nil for none.
  ///   - noUnasked: The instant before which nothing may fire that isn't asked for; nil for none.
  ///   - renewal: The next renewal.
  ///   - isNext: Whether the first fire is the reminder's next first alert.
  /// - Returns: The allotments, in the order of the covers.
  func items(
    noMissBefore noMiss: Instant?, noUnaskedBefore noUnasked: Instant?, renewal: Instant,
    isNext: Bool
  ) -> [Item] {
    var items: [Item] = []
    let covers = covers ?? covers(upTo: noMiss, isNext: isNext)
    items.reserveCapacity(covers.count)
    for coverIndex in covers.indices {
      let cover = covers[coverIndex]
      if let unasked = cover.firstUnasked, unasked < max(noMiss ?? .past, noUnasked ?? .past) {
        continue
      }
      if let noMiss, let miss = cover.firstMiss, miss < noMiss { continue }
      items.append(
        Item(
          allotment: GroupAllotment(group: index, cover: cover, coverIndex: coverIndex),
          slots: cover.slots,
          score: score(of: cover, renewal: renewal, isNext: isNext)))
    }
    return items
  }

  private func covers(upTo instant: Instant?, isNext: Bool) -> [Cover] {
    let reach = Reach(instant: instant, isNext: isNext)
    if let known = knownCovers[reach] { return known }
    let found = search.covers(upTo: instant, isNext: isNext)
    knownCovers[reach] = found
    return found
  }

  private func score(of cover: Cover, renewal: Instant, isNext: Bool) -> Score {
    let group = lowered.group
    let level = group.content.interruptionLevel
    var score = Score()
    if isRepeat {
      score[.missedRepeats, level] = -cover.missedBeforeRenewal
      score[.answeredRepeats, level] = cover.answered
      score[.laterRepeats] = -cover.slots * min(group.repetition, GroupAllotmentSearch.latestRepeat)
    } else {
      score[.missedFirst, level] = -cover.missedBeforeRenewal
      score[.answeredFirst, level] = cover.answered
      if isNext, let miss = cover.firstMiss, miss < renewal, miss == group.instants.first {
        score[.missedNext, level] = -1
      }
    }
    score[.removals] = -cover.removals
    score[.slots] = -cover.slots
    score[.repeating] = cover.repeating.count
    score[.provenDays] = cover.provenDays
    if !pending.isEmpty { score[.pending] = identifiers(of: cover).count(where: pending.contains) }
    return score
  }

  /// The number from which on repeats count as equally late, so that sums stay small.
  static let latestRepeat = 65_535

  /// The identifiers of the requests of a cover.
  func identifiers(of cover: Cover) -> [String] {
    cover.repeating.map { lowered.group.identifier(of: $0.proven) }
      + cover.singles.map(identifier(ofOneShotAt:))
  }

  // Covers differ in how many of the same one-shots they have.
  private func identifier(ofOneShotAt fire: Instant) -> String {
    if let known = oneShotIdentifiers[fire] { return known }
    let identifier = lowered.group.identifier(ofOneShotAt: fire)
    oneShotIdentifiers[fire] = identifier
    return identifier
  }
}

extension Instant {
  /// Before everything.
  fileprivate static let past = Instant(secondsSince1970: .min)
}
