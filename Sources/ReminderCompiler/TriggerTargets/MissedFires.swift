import CivilTime

/// What reminders miss, by reason.
struct MissedFires {
  private struct Key: Hashable {
    let reminder: Reminder.ID
    let reason: DroppedFires.Reason
  }

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
  private var entries: [Key: Entry] = [:]

  /// Makes a list of none.
  ///
  /// - Parameter renewal: The next renewal: fires before it are counted apart.
  init(renewal: Instant) { self.renewal = renewal }

  /// Adds fires of a reminder.
  ///
  /// - Parameters:
  ///   - instants: The fires, ascending.
  ///   - reminder: The reminder.
  ///   - reason: Why they are missed.
  ///   - title: What they show.
  mutating func add(
    _ instants: [Instant], of reminder: Reminder.ID, _ reason: DroppedFires.Reason, title: String
  ) {
    guard let first = instants.first, let last = instants.last else { return }
    let key = Key(reminder: reminder, reason: reason)
    var entry = entries[key] ?? Entry(first: first, last: last, title: title)
    entry.count += instants.count
    entry.countBeforeRenewal += instants.before(renewal)
    if first < entry.first { (entry.first, entry.title) = (first, title) }
    entry.last = max(entry.last, last)
    entries[key] = entry
  }

  /// Takes out what a plan lists of it.
  ///
  /// - Parameter reminders: All reminders, in order.
  /// - Returns: The fires, summed up by reminder and reason.
  mutating func takeDropped(of reminders: some Sequence<Reminder.ID>) -> [DroppedFires] {
    // With room for what there is and no more: here a compilation needs most memory.
    var dropped: [DroppedFires] = []
    dropped.reserveCapacity(entries.count)
    for reminder in reminders {
      for reason in [DroppedFires.Reason.dueNow, .limit, .repeatLimit] {
        let key = Key(reminder: reminder, reason: reason)
        guard let entry = entries.removeValue(forKey: key) else { continue }
        dropped.append(
          DroppedFires(
            reminder: reminder, title: entry.title, reason: reason, count: entry.count,
            countBeforeRenewal: entry.countBeforeRenewal, first: entry.first, last: entry.last))
      }
    }
    entries = [:]
    dropped.putInOrder()
    return dropped
  }
}
