package import CivilTime

/// A notification that was shown, and what became of it.
package struct ShownNotification: Hashable, Codable, Sendable {
  /// What became of a notification.
  package enum Outcome: String, Codable, Sendable {
    /// It was shown, and what shows it has no buttons.
    case shown
    /// It was closed, or has gone by itself.
    case closed
    /// It was put off.
    case snoozed
    /// It is done.
    case done
    /// Its link was opened.
    case opened
    /// A later one of the same alarm has taken its place.
    case replaced
    /// A program of the user's was run, and was content.
    case ran
    /// A program of the user's was run, and failed.
    case failed
    /// Nobody knows: what showed it was ended.
    case interrupted
    /// It was missed, and is not shown late.
    case skipped
  }

  /// What was shown.
  package let notification: ReminderNotification
  /// When.
  package let at: Instant
  /// The number by which the server knows it; nil where it hasn't said any.
  package var serverIdentifier: Int?
  /// The server's name on the bus, which no other one has: a number counts for it alone.
  package var server: String?
  /// Whether the server shows buttons, so that it waits for one.
  package var hasButtons = false
  /// What became of it; nil while it waits.
  package var outcome: Outcome?

  /// Makes a notification that waits.
  package init(_ notification: ReminderNotification, at instant: Instant) {
    self.notification = notification
    at = instant
  }
}
