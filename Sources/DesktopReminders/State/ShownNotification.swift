package import CivilTime

/// A notification that was shown, with its outcome.
package struct ShownNotification: Hashable, Codable, Sendable {
  /// The outcome of a notification.
  package enum Outcome: String, Codable, Sendable {
    /// It was shown, and the server doesn't report its end.
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
    /// It is gone, and the server doesn't report whether the user closed it.
    case closed
    /// A later one of the same alarm replaced it.
    case replaced
    /// The user's command ran and succeeded.
    case ran
    /// The user's command ran and failed.
    case failed
    /// The user's command was ended, or its exit status is unknown.
    case interrupted
    /// It was missed, and is not shown late.
    case skipped
    /// Its event was gone when it was about to be shown.
    case gone
  }

  /// How often the program plays a sound that the server doesn't play.
  package enum Sound: String, Codable, Sendable {
    /// Once.
    case once
    /// Again and again until the ring ends.
    case ring
  }

  /// The notification.
  package let notification: ReminderNotification
  /// When it was shown.
  package let at: Instant
  /// The server that shows it; nil for a command.
  package let server: ServerConnection?
  /// The server's identifier of the notification, or 0.
  package let serverIdentifier: UInt32
  /// Its number on the command line, from 1; unique in the list.
  package internal(set) var number = 0
  /// The outcome; nil until it is known.
  package internal(set) var outcome: Outcome?
  /// The sound that the program has to play; nil without one, or after its end.
  package internal(set) var sound: Sound?

  init(
    _ notification: ReminderNotification, at instant: Instant, on server: ServerConnection? = nil,
    as number: UInt32 = 0, outcome: Outcome? = nil, sound: Sound? = nil
  ) {
    self.notification = notification
    at = instant
    self.server = server
    serverIdentifier = number
    self.outcome = outcome
    self.sound = sound
  }

  /// Whether it is on the screen: a server has shown it, and no outcome is known.
  package var isOnScreen: Bool { outcome == nil && server != nil }

  /// Whether the program has to play its sound now.
  package func isHeard(at now: Instant) -> Bool {
    guard isOnScreen, let sound else { return false }
    return sound == .once || notification.ringsUntil.map { now < $0 } ?? false
  }
}

/// The connection of a notification server to a bus, which changes at each restart.
package struct ServerConnection: Hashable, Codable, Sendable {
  /// The identifier of the bus, which changes with each session.
  package let bus: String
  /// The unique name of the connection on that bus.
  package let name: String

  package init(bus: String, name: String) {
    self.bus = bus
    self.name = name
  }
}
