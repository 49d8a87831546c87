/// What a notification plays (`UNNotificationSound`).
///
/// ```swift
/// print(NotificationSound(for: .active)!.name)  // default
/// print(NotificationSound(for: .critical, name: "Basso")!.criticalVolume!)  // 1.0
/// print(NotificationSound(for: .passive) == nil)  // true
/// ```
public struct NotificationSound: Hashable, Sendable {
  /// The name of a sound file in the app, or `default` for the system's sound.
  ///
  /// The system plays its own where the app has no such file.
  public let name: String
  /// How loud a critical alert is, from 0 to 1, whatever the mute switch says; nil for a sound that
  /// obeys it.
  public let criticalVolume: Double?

  /// The name of the system's own sound.
  public static let systemName = "default"

  /// The sound of a level: none for a passive one, and one past the mute switch for a critical one.
  ///
  /// - Parameters:
  ///   - level: How much the notification may interrupt.
  ///   - name: The name of a sound file; nil for the system's own.
  public init?(for level: InterruptionLevel, name: String? = nil) {
    guard level.behavior.playsSound else { return nil }
    self.name = name ?? NotificationSound.systemName
    criticalVolume = level.behavior.overridesSilentSwitch ? 1 : nil
  }

  /// Makes the sound that a document says.
  init(name: String, criticalVolume: Double?) {
    self.name = name
    self.criticalVolume = criticalVolume
  }
}
