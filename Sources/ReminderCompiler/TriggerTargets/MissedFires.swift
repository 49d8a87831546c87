import CivilTime

/// What reminders miss, one after another, by reason.
struct MissedFires {
  // Of the fires only what a plan says about them is kept: there may be millions.
  private struct Entry {
    var count = 0
    var countBeforeRenewal = 0
    var first: Instant
    var last: Instant
    /// The title of the first of them.
    var title: String
  }

  private let renewal: Instant
  /// What the reminder misses that is looked at.
  private var entries: [DroppedFires.Reason: Entry] = [:]
  /// What those before it miss.
  private var dropped: [DroppedFires] = []

  /// Makes a list of none.
  ///
  /// - Parameters:
  ///   - renewal: The next renewal: fires before it are counted apart.
  ///   - count: A number that what is listed doesn't exceed.
  init(renewal: Instant, atMost count: Int) {
    self.renewal = renewal
    // Here a compilation needs most memory.
    dropped.reserveCapacity(count)
  }

  /// Adds fires of the reminder that is looked at.
  ///
  /// - Parameters:
  ///   - instants: The fires, ascending.
  ///   - reason: Why they are missed.
  ///   - title: What they show.
  mutating func add(_ instants: [Instant], _ reason: DroppedFires.Reason, title: String) {
    guard let first = instants.first, let last = instants.last else { return }
    var entry = entries[reason] ?? Entry(first: first, last: last, title: title)
    entry.count += instants.count
    entry.countBeforeRenewal += instants.before(renewal)
    if first < entry.first { (entry.first, entry.title) = (first, title) }
    entry.last = max(entry.last, last)
    entries[reason] = entry
  }

  /// Names the reminder that was looked at, and goes on to the next.
  mutating func finish(_ reminder: Reminder.ID) {
    guard !entries.isEmpty else { return }
    for reason in [DroppedFires.Reason.dueNow, .limit, .repeatLimit] {
      guard let entry = entries[reason] else { continue }
      dropped.append(
        DroppedFires(
          reminder: reminder, title: entry.title, reason: reason, count: entry.count,
          countBeforeRenewal: entry.countBeforeRenewal, first: entry.first, last: entry.last))
    }
    entries.removeAll(keepingCapacity: true)
  }

  /// Takes out what a plan lists of all of them.
  mutating func takeDropped() -> [DroppedFires] {
    defer { dropped = [] }
    dropped.putInOrder()
    return dropped
  }
}
