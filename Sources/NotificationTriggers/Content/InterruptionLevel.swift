/// How much a notification may interrupt (`UNNotificationInterruptionLevel`).
///
/// ```swift
/// print(InterruptionLevel(priority: 1), InterruptionLevel(priority: 9))  // timeSensitive passive
/// print(InterruptionLevel.active < .critical)  // true
/// ```
public enum InterruptionLevel: String, CaseIterable, Codable, Comparable, Sendable {
  /// Into the list, without sound or light.
  case passive
  /// As usual.
  case active
  /// Through a focus; the app needs the capability.
  case timeSensitive
  /// Through the mute switch; the app needs an entitlement.
  case critical

  /// Orders levels from the least important.
  public static func < (left: InterruptionLevel, right: InterruptionLevel) -> Bool {
    left.rank < right.rank
  }

  /// The level's place in the order, from 0 for passive.
  package var rank: Int {
    switch self {
    case .passive: 0
    case .active: 1
    case .timeSensitive: 2
    case .critical: 3
    }
  }

  /// The level's name with hyphens, as Apple's push service has it: `time-sensitive`.
  package var hyphenatedName: String { self == .timeSensitive ? "time-sensitive" : rawValue }

  /// The level that a PRIORITY asks for (RFC 5545, 3.8.1.9): 1 to 4 are high, 6 to 9 are low.
  ///
  /// Nothing in a calendar makes a notification critical.
  ///
  /// - Parameter priority: From 1 to 9; 0 for none.
  public init(priority: Int) {
    switch priority {
    case 1...4: self = .timeSensitive
    case 6...9: self = .passive
    default: self = .active
    }
  }
}

extension InterruptionLevel {
  /// What a system does with the notifications of a level.
  package struct Behavior: Hashable, Sendable {
    /// Whether they may play a sound.
    package let playsSound: Bool
    /// Whether they light up the screen.
    package let lightsScreen: Bool
    /// Whether they are shown at once where the app's others wait for the scheduled summary.
    package let overridesSummary: Bool
    /// Whether they are shown during a Focus that silences the app.
    package let breaksThroughFocus: Bool
    /// Whether they are heard where the device is silenced.
    package let overridesSilentSwitch: Bool

    fileprivate init(_ level: InterruptionLevel) {
      playsSound = level >= .active
      lightsScreen = level >= .active
      overridesSummary = level >= .timeSensitive
      breaksThroughFocus = level >= .timeSensitive
      overridesSilentSwitch = level == .critical
    }
  }

  /// What a system does with the notifications of the level.
  ///
  /// Sound and screen are those of the documentation of `UNNotificationInterruptionLevel`, the rest
  /// is the table in the Human Interface Guidelines, Managing notifications.
  package var behavior: Behavior { Behavior(self) }

  /// Reads a level; nil for anything else.
  ///
  /// - Parameter name: `passive`, `active`, `timeSensitive` (or `time-sensitive`) or `critical`.
  package init?(named name: some StringProtocol) {
    guard
      let level = InterruptionLevel.allCases.first(where: {
        $0.rawValue == name || $0.hyphenatedName == name
      })
    else { return nil }
    self = level
  }
}
