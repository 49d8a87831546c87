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

    fileprivate init(
      sound: Bool, screen: Bool, summary: Bool, focus: Bool, silentSwitch: Bool
    ) {
      playsSound = sound
      lightsScreen = screen
      overridesSummary = summary
      breaksThroughFocus = focus
      overridesSilentSwitch = silentSwitch
    }
  }

  /// What a system does with the notifications of the level.
  ///
  /// Sound and screen are those of the documentation of `UNNotificationInterruptionLevel`, the rest
  /// is the table in the Human Interface Guidelines, Managing notifications. It is the only one: a
  /// test holds the manual's to it.
  package var behavior: Behavior {
    switch self {
    case .passive:
      Behavior(sound: false, screen: false, summary: false, focus: false, silentSwitch: false)
    case .active:
      Behavior(sound: true, screen: true, summary: false, focus: false, silentSwitch: false)
    case .timeSensitive:
      Behavior(sound: true, screen: true, summary: true, focus: true, silentSwitch: false)
    case .critical:
      Behavior(sound: true, screen: true, summary: true, focus: true, silentSwitch: true)
    }
  }

  /// Reads a level; nil for anything else.
  ///
  /// - Parameter name: `passive`, `active`, `timeSensitive` (or `time-sensitive`) or `critical`.
  package init?(named name: some StringProtocol) {
    let named = InterruptionLevel.allCases.first {
      $0.rawValue == name || $0.hyphenatedName == name
    }
    guard let level = named else { return nil }
    self = level
  }
}
