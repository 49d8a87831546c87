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

  /// The purposes of slots before the renewal, in order of importance.
  private enum Purpose: CaseIterable {
    case firstAlerts
    case overdueToDos
    case repeats
  }

  /// The shares, in order of level from critical to passive, then of source.
  ///
  /// It is empty if there is only one source.
  private var shares: [Share] = []
  /// The slots that no source needs before the renewal.
  private(set) var left: Int
  private let consumers: [AllocationSearch]
  private let slots: Int
  private let renewal: Instant

  /// Shares the slots.
  ///
  /// - Parameters:
  ///   - consumers: The consumers.
  ///   - claims: The claims of each consumer.
  ///   - slots: The number of slots.
  ///   - renewal: The renewal before which slots are needed.
  init(
    of consumers: [AllocationSearch], claims: [Set<SlotClaim>], slots: Int, renewal: Instant
  ) {
    self.consumers = consumers
    self.slots = slots
    self.renewal = renewal
    left = slots
    shares = SlotShares.emptyShares(claims)
    let levels = Dictionary(grouping: shares.indices) { shares[$0].claim.level }
      .sorted { $0.key > $1.key }.map(\.value)
    for purpose in Purpose.allCases {
      for places in levels where left > 0 { share(among: places, for: purpose) }
    }
  }

  /// Returns shares without slots, for consumers with given claims.
  private static func emptyShares(_ claims: [Set<SlotClaim>]) -> [Share] {
    var places: [SlotClaim: [Int]] = [:]
    for (place, own) in claims.enumerated() {
      let level = own.map(\.level).max() ?? .active
      for source in Set(own.map(\.source)) {
        places[SlotClaim(source: source, level: level), default: []].append(place)
      }
    }
    guard Set(places.keys.map(\.source)).count > 1 else { return [] }
    return places.map { Share(claim: $0, consumers: $1) }.sorted {
      $0.claim.level == $1.claim.level
        ? $0.claim.source < $1.claim.source : $0.claim.level > $1.claim.level
    }
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
      purpose == .repeats ? consumers[$0].earliest.repeats : consumers[$0].earliest.first
    }.min() ?? .endOfTime
  }
}

extension SlotShares {
  /// Plans the shares one after another, from the smallest need to the largest.
  ///
  /// Equal fires of several sources ring once, and are in the shares of all these sources. The next
  /// plans leave out the consumers that a plan answers, and get the slots that its share then doesn't
  /// need. So a copy in a crowded calendar doesn't take the fires of another one along.
  ///
  /// - Parameter plan: Receives consumers, their slots, and the number of shares. It returns the
  ///   consumers that get slots.
  func planEach(_ plan: (_ consumers: [Int], _ slots: Int, _ count: Int) -> [Int]) {
    let order = shares.filter { $0.slots > 0 }
      .map { (share: $0, need: need(of: $0.consumers, atMost: slots)) }
      .sorted { own, other in
        let (claim, otherClaim) = (own.share.claim, other.share.claim)
        if claim.level != otherClaim.level { return claim.level > otherClaim.level }
        return (own.need, claim.source) < (other.need, otherClaim.source)
      }
    var planned: Set<Int> = []
    var spare = 0
    for (number, (share, _)) in order.enumerated() {
      let own = share.consumers.filter { !planned.contains($0) }
      let room = share.slots + spare
      let slots = number + 1 < order.count ? need(of: own, atMost: room) : room
      spare = room - slots
      planned.formUnion(plan(own, slots, order.count))
    }
  }

  /// Returns the slots that consumers need before the renewal, at most a given number.
  private func need(of places: [Int], atMost most: Int) -> Int {
    Purpose.allCases.reduce(0) { $0 + need(of: places, for: $1, atMost: most - $0) }
  }

  private func need(of places: [Int], for purpose: Purpose, atMost most: Int) -> Int {
    var sum = 0
    for place in places where sum < most { sum += slots(of: consumers[place], for: purpose) }
    return min(sum, most)
  }

  private func slots(of consumer: AllocationSearch, for purpose: Purpose) -> Int {
    switch purpose {
    case .firstAlerts: consumer.fewestSlots(upTo: renewal, repeats: false)
    case .overdueToDos: consumer.overdueIdentifier == nil ? 0 : 1
    case .repeats: consumer.fewestSlots(upTo: renewal, repeats: true)
    }
  }
}
