// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents these declarations.

public import Foundation

public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The sound of a notification.
///
/// Like Apple's `isEqual`, equality compares the values.
open class UNNotificationSound: NSObject {
  // Private in Apple's class; public here for tests.
  /// The file's name; nil for the system's sound.
  public let name: UNNotificationSoundName?
  /// Whether the sound ignores the mute switch.
  public let isCritical: Bool
  /// The volume of a critical sound; nil for the user's setting.
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
