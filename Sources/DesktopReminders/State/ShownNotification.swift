package import CivilTime

/// A notification that was shown, and what became of it.
package struct ShownNotification: Hashable, Codable, Sendable {
  /// What became of a notification.
  package enum Outcome: String, Codable, Sendable {
    /// It was shown, and the server doesn't say what becomes of it.
    case shown
    /// The user snoozed it.
    case snoozed
    /// The user pressed Done.
    case done
    /// The user opened its link.
    case opened
    /// The user closed it.
    case dismissed
    /// It expired before the user did anything.
    case expired
    /// It is gone, and the server doesn't say whether the user closed it.
    case closed
    /// A later one of the same alarm took its place.
    case replaced
    /// The user's command ran and succeeded.
    case ran
    /// The user's command ran and failed.
    case failed
    /// The user's command was ended, or its end is unknown.
    case interrupted
    /// It was missed, and is not shown late.
    case skipped
  }

  /// What was shown.
  package let notification: ReminderNotification
  /// When.
  package let at: Instant
  /// The server that was asked to show it; nil for a command of the user's.
  package let server: ServerConnection?
  /// The number by which that server knows it; nil until the server has answered.
  package internal(set) var serverIdentifier: UInt32?
  /// The outcome; nil until it is known.
  package internal(set) var outcome: Outcome?

  /// Makes a notification of which nothing has become yet.
  init(
    _ notification: ReminderNotification, at instant: Instant, on server: ServerConnection? = nil
  ) {
    self.notification = notification
    at = instant
    self.server = server
  }

  /// Whether it is on the screen: the server has shown it, and no outcome is known.
  package var isOnScreen: Bool { outcome == nil && serverIdentifier != nil }
  /// Whether a server was asked to show it and has not answered.
  package var isAsked: Bool { outcome == nil && server != nil && serverIdentifier == nil }
}
