#if canImport(UserNotifications) && !os(tvOS)
  import Foundation
  import NotificationTriggers
  public import ReminderCompiler
  public import UserNotifications

  extension UNNotificationRequest {
    /// Makes the system's request of a plan's.
    ///
    /// - Parameter request: The request.
    public convenience init(_ request: Plan.Request) {
      let content = UNMutableNotificationContent(request.content)
      var info = request.userInfo
      // What is pending is compared by it: the system gives no sound back, nor what fired before.
      info[UserNotificationStore.fingerprintKey] = request.fingerprint
      content.userInfo = info
      self.init(
        identifier: request.identifier, content: content,
        trigger: UNNotificationRequest.trigger(request.trigger))
    }

    private static func trigger(_ trigger: NotificationTrigger) -> UNNotificationTrigger {
      switch trigger {
      case .calendar(let own):
        UNCalendarNotificationTrigger(dateMatching: own.dateComponents, repeats: own.repeats)
      case .timeInterval(let own):
        UNTimeIntervalNotificationTrigger(
          timeInterval: TimeInterval(own.interval), repeats: own.repeats)
      }
    }
  }
#endif
