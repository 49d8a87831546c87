package import CivilTime

/// Snoozed and waiting reminders whose events are gone.
///
/// A server can lose its events for an hour. Whether a reminder is shown is therefore decided at its
/// time, not when its event disappears.
extension DesktopState {
  /// The reminders that are snoozed, that wait for a notification server, or that `done --undo` can
  /// bring back.
  package var waitingReminders: [DueReminder] {
    (snoozed.map(\.notification) + pending).flatMap(\.reminders)
      + (finished ?? []).flatMap(\.all)
  }

  /// Records which of the waiting reminders lack an event, in place of the earlier record.
  package mutating func setGone(where isGone: (DueReminder) -> Bool) {
    let identifiers = Set(waitingReminders.filter(isGone).map(\.identifier)).sorted()
    gone = identifiers.isEmpty ? nil : identifiers
  }

  /// Whether the events of all reminders of a notification are gone.
  package func isGone(_ notification: ReminderNotification) -> Bool {
    guard let gone else { return false }
    return notification.reminders.allSatisfy { gone.contains($0.identifier) }
  }

  /// Whether the events of all reminders of a use of Done are gone.
  package func isGone(_ record: FinishRecord) -> Bool {
    guard let gone else { return false }
    return record.reminders.allSatisfy { gone.contains($0.identifier) }
  }

  /// Removes pending reminders whose events are gone, when the others are about to be shown.
  ///
  /// A notification of which none is left gets the outcome ``ShownNotification/Outcome/gone``.
  package mutating func dropGone(at now: Instant) {
    guard let gone else { return }
    for notification in pending where isGone(notification) {
      add(ShownNotification(notification, at: now, outcome: .gone))
    }
    pending = pending.compactMap { $0.without { gone.contains($0.identifier) } }
  }
}
