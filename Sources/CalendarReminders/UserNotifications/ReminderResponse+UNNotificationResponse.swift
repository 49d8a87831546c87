#if canImport(UserNotifications) && !os(tvOS)
  import CivilTime
  public import ReminderCompiler
  public import UserNotifications

  extension ReminderResponse {
    /// Reads what the system says that a user did (`userNotificationCenter(_:didReceive:)`).
    ///
    /// - Parameter response: The system's response.
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
