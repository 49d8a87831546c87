import CivilTime

/// What reminders miss, by reason.
struct MissedFires {
  private struct Key: Hashable {
    let reminder: Reminder.ID
    let reason: DroppedFires.Reason
  }

  private struct Entry {
    var instants: [Instant] = []
    /// The title of the first of them.
    var title = ""
    var first = Instant.endOfTime
  }

  private var entries: [Key: Entry] = [:]

  /// Adds fires of a reminder.
  ///
  /// - Parameters:
  ///   - instants: The fires, in any order.
  ///   - reminder: The reminder.
  ///   - reason: Why they are missed.
  ///   - title: What they show.
  mutating func add(
    _ instants: [Instant], of reminder: Reminder.ID, _ reason: DroppedFires.Reason, title: String
  ) {
    guard let earliest = instants.min() else { return }
    let key = Key(reminder: reminder, reason: reason)
    var entry = entries[key] ?? Entry()
    entry.instants += instants
    if earliest < entry.first { (entry.first, entry.title) = (earliest, title) }
    entries[key] = entry
  }

  /// Takes out what a plan lists of it.
  ///
  /// - Parameters:
  ///   - reminders: All reminders, in order.
  ///   - renewal: The next renewal.
  /// - Returns: The fires, summed up by reminder and reason.
  mutating func dropped(of reminders: [Reminder.ID], renewal: Instant) -> [DroppedFires] {
    let reasons: [DroppedFires.Reason] = [.dueNow, .limit, .repeatLimit]
    return reminders.flatMap { reminder in
      reasons.compactMap { reason in
        entries.removeValue(forKey: Key(reminder: reminder, reason: reason)).flatMap {
          DroppedFires(reminder, reason, $0.instants, title: $0.title, renewal: renewal)
        }
      }
    }.inOrder
  }
}
