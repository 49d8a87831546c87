import CivilTime
import NotificationTriggers
import ReminderExpansion
import ReminderOptions

/// The shares of the sources, if not all of them can have the slots that they need before the
/// renewal.
///
/// A sender decides how many alerts his calendar has, and which PRIORITY. Without shares he could
/// take the slots of all other sources. A level that a rule gives comes first, because the user
/// decides it.
struct SlotShares {
  /// The slots for the consumers with one claim.
  struct Share {
    let claim: SlotClaim
    let consumers: [Int]
    fileprivate(set) var slots = 0
  }

  /// Finds the best allocations to a share of consumers, one of several.
  typealias Search = (_ share: Share, _ consumers: [AllocationSearch], _ count: Int) -> [(
    consumer: Int, allocation: Allocation
  )]

  /// The purposes of slots before the renewal, in order of importance.
  private enum Purpose: CaseIterable {
    case firstAlerts
    case overdueToDos
    case repeats
  }

  /// The shares, in order of level from critical to passive, then of source.
  private var shares: [Share] = []
  /// The slots that no source needs before the renewal.
  private(set) var left: Int
  /// The best allocation that a source has for a consumer, if all its sources need more slots than
  /// they get.
  private var least: [Int: Allocation] = [:]
  private let consumers: [AllocationSearch]
  private let renewal: Instant

  /// The shares that have slots.
  var used: [Share] { shares.filter { $0.slots > 0 } }

  /// Shares the slots.
  ///
  /// - Parameters:
  ///   - consumers: The consumers.
  ///   - claims: The claims of each consumer.
  ///   - slots: The number of slots.
  ///   - renewal: The renewal before which slots are needed.
  ///   - best: The search for the best plan of a share.
  init(
    of consumers: [AllocationSearch], claims: [Set<SlotClaim>], slots: Int, renewal: Instant,
    best: Search
  ) {
    self.consumers = consumers
    self.renewal = renewal
    left = slots
    let sources = Set(SlotShares.withoutEqualSources(claims).joined().map(\.source))
    guard sources.count > 1 else { return }
    let claims = SlotShares.withoutEqualSources(claims.map(SlotShares.claimsAtHighestLevel))
    share(among: claims)
    guard left == 0, claims.contains(where: { $0.count > 1 }) else { return }
    let served = served(claims, best: best)
    left = slots
    share(among: served)
  }

  /// Returns those of some claims that are at the highest of their levels.
  ///
  /// A copy must not take slots at the level that a rule gives another source.
  private static func claimsAtHighestLevel(_ claims: Set<SlotClaim>) -> Set<SlotClaim> {
    let level = claims.map(\.level).max()
    return claims.filter { $0.level == level }
  }

  /// Returns claims without those of sources that have the same consumers as another source.
  private static func withoutEqualSources(_ claims: [Set<SlotClaim>]) -> [Set<SlotClaim>] {
    var consumers: [String: [Int]] = [:]
    for (place, own) in claims.enumerated() {
      for claim in own { consumers[claim.source, default: []].append(place) }
    }
    let kept = Set(
      Dictionary(grouping: consumers.keys) { consumers[$0] ?? [] }.values.compactMap { $0.min() })
    return claims.map { $0.filter { kept.contains($0.source) } }
  }

  /// Shares the slots among claims.
  ///
  /// A consumer with several claims is in the share of each.
  private mutating func share(among claims: [Set<SlotClaim>]) {
    var places: [SlotClaim: [Int]] = [:]
    for (place, own) in claims.enumerated() {
      for claim in own { places[claim, default: []].append(place) }
    }
    shares = places.map { Share(claim: $0, consumers: $1) }.sorted {
      $0.claim.level == $1.claim.level
        ? $0.claim.source < $1.claim.source : $0.claim.level > $1.claim.level
    }
    let levels = Dictionary(grouping: shares.indices) { shares[$0].claim.level }
      .sorted { $0.key > $1.key }.map(\.value)
    for purpose in Purpose.allCases {
      for places in levels where left > 0 { share(among: places, for: purpose) }
    }
  }

  /// Returns the claim that each consumer counts for.
  ///
  /// Equal fires of several sources ring once. If they counted for a source with more important
  /// alerts, they would lose their slots in the others. So each source first shares its slots among
  /// all its fires, as if no other one had them. Then such fires count for a source that can have all
  /// that it needs, or else for the one that serves them best. The others have slots for the rest.
  private mutating func served(_ claims: [Set<SlotClaim>], best: Search) -> [Set<SlotClaim>] {
    var result = claims
    for share in shares where share.slots == need(of: share.consumers) {
      for place in share.consumers { result[place] = [share.claim] }
    }
    let contested = Set(result.indices.filter { result[$0].count > 1 })
    for share in used where share.consumers.contains(where: contested.contains) {
      for (place, allocation) in best(share, consumers, used.count)
      where contested.contains(place)
        && least[place].map({ $0.score < allocation.score }) ?? true
      {
        least[place] = allocation
        result[place] = [share.claim]
      }
    }
    return result.map { Set($0.sorted { $0.source < $1.source }.prefix(1)) }
  }

  /// Returns the parts of a share if its best plan serves some consumers worse than one of their
  /// sources can; otherwise nil.
  ///
  /// One part has these consumers, and the slots with which that source served them.
  func parts(
    of share: Share, with best: [(consumer: Int, allocation: Allocation)]
  ) -> [Share]? {
    let found = Dictionary(uniqueKeysWithValues: best.map { ($0.consumer, $0.allocation) })
    let own = share.consumers.filter { least[$0] != nil }
    guard own.count < share.consumers.count,
      own.contains(where: { place in
        guard let least = least[place] else { return false }
        return found[place].map { $0.score.beforeRenewal < least.score.beforeRenewal } ?? true
      })
    else { return nil }
    let needed = own.reduce(0) { $0 - (least[$1]?.score[.slots] ?? 0) }
    let slots = min(share.slots, needed)
    return [
      Share(claim: share.claim, consumers: own, slots: slots),
      Share(
        claim: share.claim, consumers: share.consumers.filter { least[$0] == nil },
        slots: share.slots - slots),
    ]
  }

  /// Shares the slots that are left among the needs of shares of one level.
  ///
  /// Each need is met up to a common limit. The remainder goes to the shares with the earliest fires
  /// of that purpose, one slot each.
  private mutating func share(among places: [Int], for purpose: Purpose) {
    let needs = places.map { need(of: shares[$0].consumers, for: purpose, atMost: left) }
    let limit = FairShare.limit(of: left, for: needs, atMost: left)
    for (place, need) in zip(places, needs) { give(min(need, limit), to: place) }
    let unmet = zip(places, needs).filter { $1 > limit }
      .map { place, _ in (earliest: earliest(of: shares[place], for: purpose), place: place) }
      .sorted { $0 < $1 }
    for (_, place) in unmet where left > 0 { give(1, to: place) }
  }

  private mutating func give(_ slots: Int, to place: Int) {
    shares[place].slots += slots
    left -= slots
  }

  private func earliest(of share: Share, for purpose: Purpose) -> Instant {
    share.consumers.lazy.map { [consumers] in
      switch purpose {
      case .firstAlerts: consumers[$0].earliest.first
      case .overdueToDos: .endOfTime
      case .repeats: consumers[$0].earliest.repeats
      }
    }.min() ?? .endOfTime
  }

  private func need(of places: [Int], for purpose: Purpose, atMost most: Int) -> Int {
    var sum = 0
    for place in places where sum < most { sum += slots(of: consumers[place], for: purpose) }
    return min(sum, most)
  }

  private func need(of places: [Int]) -> Int {
    Purpose.allCases.reduce(0) { $0 + need(of: places, for: $1, atMost: .max) }
  }

  private func slots(of consumer: AllocationSearch, for purpose: Purpose) -> Int {
    let isRepeat = purpose == .repeats
    return switch purpose {
    case .firstAlerts, .repeats:
      min(consumer.fewestSlots(upTo: renewal, repeats: isRepeat), consumer.mostSlots)
    case .overdueToDos: consumer.overdueIdentifier == nil ? 0 : 1
    }
  }
}
