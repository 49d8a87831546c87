// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents what these declarations stand for.

public import Foundation

public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

/// What a notification plays.
///
/// Two are the same where they sound the same, as Apple's `isEqual` has it.
open class UNNotificationSound: NSObject {
  // What Apple's class keeps to itself: tests look at it.
  /// The file's name; nil for the system's own.
  public let name: UNNotificationSoundName?
  /// Whether it sounds past the mute switch.
  public let isCritical: Bool
  /// How loud a critical one is; nil for as loud as the user has settled.
  public let audioVolume: Float?

  init(_ name: UNNotificationSoundName?, isCritical: Bool, audioVolume: Float?) {
    if let audioVolume { precondition((0...1).contains(audioVolume), "no volume: \(audioVolume)") }
    (self.name, self.isCritical, self.audioVolume) = (name, isCritical, audioVolume)
  }

  open class var `default`: UNNotificationSound {
    UNNotificationSound(nil, isCritical: false, audioVolume: nil)
  }

  open class var defaultCritical: UNNotificationSound {
    UNNotificationSound(nil, isCritical: true, audioVolume: nil)
  }

  open class func defaultCriticalSound(withAudioVolume volume: Float) -> UNNotificationSound {
    UNNotificationSound(nil, isCritical: true, audioVolume: volume)
  }

  public convenience init(named name: UNNotificationSoundName) {
    self.init(name, isCritical: false, audioVolume: nil)
  }

  open class func criticalSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound {
    UNNotificationSound(name, isCritical: true, audioVolume: nil)
  }

  open class func criticalSoundNamed(
    _ name: UNNotificationSoundName, withAudioVolume volume: Float
  ) -> UNNotificationSound {
    UNNotificationSound(name, isCritical: true, audioVolume: volume)
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationSound else { return false }
    return name == other.name && isCritical == other.isCritical && audioVolume == other.audioVolume
  }

  open override var hash: Int { name.hashValue }
}
