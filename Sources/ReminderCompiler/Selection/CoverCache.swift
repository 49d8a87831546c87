import CivilTime

/// The covers of a group that were searched for once.
final class CoverCache {
  /// What covers are told apart by.
  private struct Key: Hashable {
    let instant: Instant?
    let isNext: Bool
  }

  private var covers: [Key: [Cover]] = [:]
  private var slots: [Instant: Int] = [:]

  /// The covers that are right up to an instant, searched for at the first time.
  func covers(upTo instant: Instant?, isNext: Bool, _ search: () -> [Cover]) -> [Cover] {
    let key = Key(instant: instant, isNext: isNext)
    if let known = covers[key] { return known }
    let found = search()
    covers[key] = found
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
