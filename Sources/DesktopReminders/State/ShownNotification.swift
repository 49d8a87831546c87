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
  /// The server that shows it; nil for a command.
  package let server: ServerConnection?
  /// The number by which that server knows it; 0 if there is none.
  package let serverIdentifier: UInt32
  /// Its number for commands, from 1; unique in the list.
  package internal(set) var number = 0
  /// The outcome; nil until it is known.
  package internal(set) var outcome: Outcome?

  /// Makes a notification that was shown.
  init(
    _ notification: ReminderNotification, at instant: Instant, on server: ServerConnection? = nil,
    as number: UInt32 = 0, outcome: Outcome? = nil
  ) {
    self.notification = notification
    at = instant
    self.server = server
    serverIdentifier = number
    self.outcome = outcome
  }

  /// Whether it is on the screen: a server has shown it, and no outcome is known.
  package var isOnScreen: Bool { outcome == nil && server != nil }
}

/// The connection of a notification server to a bus: what tells it from every other server, and from
/// itself after a restart.
package struct ServerConnection: Hashable, Codable, Sendable {
  /// The identifier of the bus, which the next session doesn't have.
  package let bus: String
  /// The unique name of the connection on that bus.
  package let name: String

  /// Names a connection.
  package init(bus: String, name: String) {
    self.bus = bus
    self.name = name
  }
}
