#if canImport(UserNotifications) && !os(tvOS)
  public import NotificationTriggers
  public import UserNotifications

  extension UNMutableNotificationContent {
    /// Makes the system's content of ours, but for `userInfo`.
    ///
    /// - Parameter content: The content.
    public convenience init(_ content: NotificationContent) {
      self.init()
      title = content.title
      subtitle = content.subtitle
      body = content.body
      sound = content.sound.map(UNNotificationSound.of)
      interruptionLevel = UNNotificationInterruptionLevel(content.interruptionLevel)
      relevanceScore = content.relevanceScore
      threadIdentifier = content.threadIdentifier
      categoryIdentifier = content.categoryIdentifier
      // A watch has neither scenes nor filters of its own.
      #if !os(watchOS)
        if !content.targetContentIdentifier.isEmpty {
          targetContentIdentifier = content.targetContentIdentifier
        }
        if !content.filterCriteria.isEmpty { filterCriteria = content.filterCriteria }
      #endif
    }
  }

  extension UNNotificationInterruptionLevel {
    /// The system's level of ours.
    ///
    /// - Parameter level: The level.
    public init(_ level: InterruptionLevel) {
      switch level {
      case .passive: self = .passive
      case .active: self = .active
      case .timeSensitive: self = .timeSensitive
      case .critical: self = .critical
      }
    }
  }

  extension UNNotificationSound {
    /// The system's sound of ours; a watch plays its own whatever the name.
    static func of(_ sound: NotificationSound) -> UNNotificationSound {
      #if !os(watchOS)
        if sound.name != NotificationSound.systemName {
          let name = UNNotificationSoundName(rawValue: sound.name)
          return sound.criticalVolume.map {
            UNNotificationSound.criticalSoundNamed(name, withAudioVolume: Float($0))
          } ?? UNNotificationSound(named: name)
        }
      #endif
      return sound.criticalVolume.map {
        UNNotificationSound.defaultCriticalSound(withAudioVolume: Float($0))
      } ?? .default
    }
  }
#endif
