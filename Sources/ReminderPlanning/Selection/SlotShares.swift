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
  /// The slots that a source gets, and its consumers.
  struct Share {
    let consumers: [Int]
    fileprivate(set) var slots = 0
    /// The earliest fire of a consumer.
    let earliest: Instant
    let name: String
  }

  /// What slots are needed for before the renewal, in order of importance.
  private enum Need: CaseIterable {
    case firstAlerts
    case overdue
    case repeats
  }

  /// The shares, in order of the earliest fire, then of the source.
  private(set) var shares: [Share] = []
  /// The slots that no source needs before the renewal.
  private(set) var left: Int
  private let consumers: [AllocationSearch]
  private let renewal: Instant
  private var levels: [InterruptionLevel] = []

  /// Shares the slots.
  ///
  /// - Parameters:
  ///   - consumers: The consumers.
  ///   - origins: Their sources and the levels that rules give them, in the same order.
  ///   - slots: The number of slots.
  ///   - renewal: The renewal before which slots are needed.
  init(
    of consumers: [AllocationSearch], origins: [SlotConsumer.Origin], slots: Int, renewal: Instant
  ) {
    self.consumers = consumers
    self.renewal = renewal
    left = slots
    var counts: [String: Int] = [:]
    for origin in origins { for source in origin.sources { counts[source, default: 0] += 1 } }
    guard counts.count > 1 else { return }
    // Equal fires of several sources ring once. They count for the one with the fewest consumers,
    // so that a copy in a crowded calendar doesn't take them along.
    let places = Dictionary(grouping: consumers.indices) { place in
      origins[place].sources.min { (counts[$0] ?? 0, $0) < (counts[$1] ?? 0, $1) } ?? ""
    }
    shares = places.map { source, places in
      let earliest = places.map { consumers[$0].earliest }
        .map { min($0.first, $0.repeats) }.min()
      return Share(consumers: places, earliest: earliest ?? .endOfTime, name: source)
    }.sorted { ($0.earliest, $0.name) < ($1.earliest, $1.name) }
    levels = origins.map(\.level)
    let ranks = Set(levels).sorted(by: >)
    for need in Need.allCases {
      for level in ranks where left > 0 { share(among: need, level) }
    }
  }

  /// Shares the slots that are left among the needs of a level.
  ///
  /// Each need is met up to a common limit. What is left then goes to the first sources, one slot
  /// each.
  private mutating func share(among need: Need, _ level: InterruptionLevel) {
    let needs = shares.map { share in
      share.consumers.reduce(0) { sum, place in
        sum < left && levels[place] == level ? sum + slots(of: consumers[place], for: need) : sum
      }
    }
    let limit = FairShare.limit(of: left, for: needs, atMost: left)
    for place in needs.indices { give(min(needs[place], limit), to: place) }
    for place in needs.indices where needs[place] > limit && left > 0 { give(1, to: place) }
  }

  private mutating func give(_ slots: Int, to place: Int) {
    shares[place].slots += slots
    left -= slots
  }

  private func slots(of consumer: AllocationSearch, for need: Need) -> Int {
    switch need {
    case .firstAlerts: consumer.fewestSlots(upTo: renewal, repeats: false)
    case .overdue: consumer.overdueIdentifier == nil ? 0 : 1
    case .repeats: consumer.fewestSlots(upTo: renewal, repeats: true)
    }
  }
}
