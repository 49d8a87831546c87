#if canImport(UserNotifications) && !os(tvOS)
  import CivilTime
  import Foundation
  public import NotificationTriggers
  public import ReminderCompiler
  public import UserNotifications

  /// The pending requests of the running app (`UNUserNotificationCenter.current()`).
  public struct UserNotificationStore: NotificationStore {
    static let fingerprintKey = "fingerprint"

    /// Makes the store of the running app.
    public init() {}

    /// All pending requests of the app, with the next fire dates that the system reports.
    public func pending() async -> [ScheduledRequest] {
      await UNUserNotificationCenter.current().pendingNotificationRequests().map { request in
        let fingerprint = request.content.userInfo[UserNotificationStore.fingerprintKey] as? String
        return ScheduledRequest(
          PendingRequest(identifier: request.identifier, fingerprint: fingerprint),
          nextFire: (request.trigger as? UNCalendarNotificationTrigger)?.nextTriggerDate()
            .map { Instant($0) })
      }
    }

    /// Adds a request.
    public func add(_ request: Plan.Request) async throws {
      try await UNUserNotificationCenter.current().add(UNNotificationRequest(request))
    }

    /// Removes pending requests.
    public func remove(_ identifiers: [String]) async {
      UNUserNotificationCenter.current()
        .removePendingNotificationRequests(withIdentifiers: identifiers)
    }

    /// The device's time zone, which may have changed since the app started.
    public var deviceZoneIdentifier: String? { TimeZone.autoupdatingCurrent.identifier }
  }

  extension UNNotificationRequest {
    /// Makes the system's request from a plan's request.
    public convenience init(_ request: Plan.Request) {
      let content = UNMutableNotificationContent(request.content)
      var info = request.userInfo
      // Pending requests are compared by fingerprint: the system doesn't return a request's sound.
      info[UserNotificationStore.fingerprintKey] = request.fingerprint
      content.userInfo = info
      self.init(
        identifier: request.identifier, content: content,
        trigger: UNNotificationRequest.trigger(request.trigger))
    }

    private static func trigger(_ trigger: NotificationTrigger) -> UNNotificationTrigger {
      switch trigger {
      case .calendar(let own):
        UNCalendarNotificationTrigger(
          dateMatching: own.dateComponents(onDeviceWith: .current), repeats: own.repeats)
      case .timeInterval(let own):
        UNTimeIntervalNotificationTrigger(
          timeInterval: TimeInterval(own.interval), repeats: own.repeats)
      }
    }
  }

  extension UNMutableNotificationContent {
    /// Makes the system's content, except for `userInfo`, from a plan's content.
    public convenience init(_ content: NotificationContent) {
      self.init()
      title = content.title
      subtitle = content.subtitle
      body = content.body
      badge = content.badge.map { NSNumber(value: $0) }
      sound = content.sound.map(UNNotificationSound.of)
      interruptionLevel = UNNotificationInterruptionLevel(content.interruptionLevel)
      relevanceScore = content.relevanceScore
      threadIdentifier = content.threadIdentifier
      categoryIdentifier = content.categoryIdentifier
      // watchOS has neither scenes nor Focus filters.
      #if !os(watchOS)
        if !content.targetContentIdentifier.isEmpty {
          targetContentIdentifier = content.targetContentIdentifier
        }
        if !content.filterCriteria.isEmpty { filterCriteria = content.filterCriteria }
      #endif
    }
  }

  extension UNNotificationInterruptionLevel {
    /// Makes the system's interruption level.
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
    /// The system's sound.
    ///
    /// On watchOS, the name is ignored and the watch's own sound is played.
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

  extension UNNotificationCategory {
    /// Makes the system's category.
    ///
    /// Register all categories of a plan in one call each time the app starts:
    /// `UNUserNotificationCenter.current().setNotificationCategories(Set(plan.categories.map(UNNotificationCategory.init)))`.
    ///
    /// - Parameter category: The category.
    public convenience init(_ category: NotificationCategory) {
      self.init(
        identifier: category.identifier, actions: category.actions.map(UNNotificationAction.init),
        intentIdentifiers: [], options: [])
    }
  }

  extension UNNotificationAction {
    /// Makes the system's action, which is shown as a button.
    public convenience init(_ action: NotificationAction) {
      self.init(
        identifier: action.identifier, title: action.title,
        options: action.opensApp ? .foreground : [],
        icon: UNNotificationActionIcon(systemImageName: action.systemImageName))
    }
  }

  extension ReminderResponse {
    /// Reads a user's response (`userNotificationCenter(_:didReceive:)`).
    public init(_ response: UNNotificationResponse) {
      let notification = response.notification
      self.init(
        actionIdentifier: response.actionIdentifier,
        requestIdentifier: notification.request.identifier,
        deliveredAt: Instant(notification.date),
        link: notification.request.content.userInfo["url"] as? String)
    }
  }
#endif
