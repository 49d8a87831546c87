import CivilTime

/// The covers of a group that were searched for once.
final class CoverCache {
  private struct Demand: Hashable {
    let instant: Instant?
    let isNext: Bool
  }

  private var covers: [Demand: [Cover]] = [:]
  private var slots: [Instant: Int] = [:]

  /// The covers for a demand, searched for at the first time.
  func covers(upTo instant: Instant?, isNext: Bool, _ search: () -> [Cover]) -> [Cover] {
    let demand = Demand(instant: instant, isNext: isNext)
    if let known = covers[demand] { return known }
    let found = search()
    covers[demand] = found
    return found
  }

  /// The fewest slots up to an instant, searched for at the first time.
  func fewestSlots(upTo instant: Instant, _ search: () -> Int) -> Int {
    if let known = slots[instant] { return known }
    let found = search()
    slots[instant] = found
    return found
  }
}
