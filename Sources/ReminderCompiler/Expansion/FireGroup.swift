package import CivilTime
package import NotificationTriggers

/// The fires of a reminder that one trigger may answer: of one repetition, with one content.
///
/// Occurrences whose content differs never share a trigger, and a repeat never replaces its first
/// alert.
package struct FireGroup: Sendable {
  /// The reminder.
  package let reminder: Reminder.ID
  /// The repeat, from 1; 0 for the first alerts.
  package let repetition: Int
  /// What all fires show.
  package let content: NotificationContent
  /// What the identifiers of all requests of the group begin with, up to the trigger's form.
  package let identifierPrefix: String
  /// The fires strictly after now and before the horizon's end, ascending and without repeats.
  package let instants: [Instant]
  /// For repeats: the first alert of each fire, nil where it came at or before now.
  package var alerts: [Instant?] = []
  /// The instants in the same range that are echoes of fires: they may fire once, and need not.
  package var echoes: [Instant] = []
  /// The zone that the series lives in on the device.
  package let zone: Zone
  /// Whether the series follows the device's zone.
  package let isFloating: Bool
  /// Where the look was cut short; from here on fires may be missing.
  package let cut: Instant?

  /// The identifier of a request that answers fires of the group.
  ///
  /// - Parameter form: The trigger's form, or a fire's instant.
  /// - Returns: The identifier.
  package func identifier(form: String) -> String {
    RequestIdentifier.identifier(identifierPrefix, form: form, repetition: repetition)
  }
}
