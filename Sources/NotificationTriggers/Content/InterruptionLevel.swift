/// The interruption level of a notification (`UNNotificationInterruptionLevel`).
///
/// ```swift
/// print(InterruptionLevel(priority: 1), InterruptionLevel(priority: 9))  // timeSensitive passive
/// print(InterruptionLevel.active < .critical)  // true
/// ```
public enum InterruptionLevel: String, CaseIterable, Codable, Comparable, Sendable {
  /// Added to the notification list without sound or light.
  case passive
  /// Shown as usual.
  case active
  /// Shown during a Focus; the app needs the capability.
  case timeSensitive
  /// Heard when the device is muted; the app needs an entitlement.
  case critical

  /// Orders levels by importance, from passive to critical.
  public static func < (left: InterruptionLevel, right: InterruptionLevel) -> Bool {
    left.rank < right.rank
  }

  /// The position of the level in the order, from 0 for passive.
  package var rank: Int {
    switch self {
    case .passive: 0
    case .active: 1
    case .timeSensitive: 2
    case .critical: 3
    }
  }

  /// The level's name in the payload of Apple's push service: `time-sensitive`.
  package var hyphenatedName: String { self == .timeSensitive ? "time-sensitive" : rawValue }

  /// Makes the level of a PRIORITY (RFC 5545, 3.8.1.9): 1 to 4 are high, 6 to 9 are low.
  ///
  /// No priority makes a notification critical.
  ///
  /// - Parameter priority: From 1 to 9; 0 for an undefined priority.
  public init(priority: Int) {
    switch priority {
    case 1...4: self = .timeSensitive
    case 6...9: self = .passive
    default: self = .active
    }
  }
}

/// The treatment of the level's notifications by the system.
///
/// Sound and screen follow the documentation of `UNNotificationInterruptionLevel`. The rest follows
/// the table in the Human Interface Guidelines, Managing notifications.
extension InterruptionLevel {
  /// Whether a notification may play a sound.
  package var playsSound: Bool { self >= .active }
  /// Whether a notification lights up the screen.
  package var lightsScreen: Bool { self >= .active }
  /// Whether a notification is shown at once if the app is in the scheduled summary.
  package var overridesSummary: Bool { self >= .timeSensitive }
  /// Whether a notification is shown during a Focus that silences the app.
  package var breaksThroughFocus: Bool { self >= .timeSensitive }
  /// Whether a notification is heard if the device is muted.
  package var overridesSilentSwitch: Bool { self == .critical }

  /// Parses a level; nil for any other text.
  ///
  /// - Parameter name: `passive`, `active`, `timeSensitive` (or `time-sensitive`) or `critical`.
  package init?(named name: some StringProtocol) {
    self.init(rawValue: name == "time-sensitive" ? "timeSensitive" : String(name))
  }
}
