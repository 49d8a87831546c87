public import CivilTime
public import NotificationTriggers

/// What a user did with a notification that was shown (`UNNotificationResponse`).
///
/// ```swift
/// let response = ReminderResponse(
///   actionIdentifier: "ics2notify.snooze",
///   requestIdentifier: "ics2notify.hGdCuLqtovNGemSk_UtwGBDw.W2T085000",
///   deliveredAt: Instant(iso8601: "2028-01-03T07:50:00Z")!)
/// print(response.action!)  // snooze
/// ```
public struct ReminderResponse: Hashable, Sendable {
  /// The button that was pressed; nil for none of ours, such as a tap on the notification itself.
  public let action: NotificationAction.Kind?
  /// The identifier of the request that was shown.
  public let requestIdentifier: String
  /// When it was shown.
  public let deliveredAt: Instant
  /// What its content had as ``NotificationTriggers/NotificationContent/link``, in `userInfo`.
  public let link: String?

  /// Makes a response.
  ///
  /// - Parameters:
  ///   - actionIdentifier: The identifier of the button.
  ///   - requestIdentifier: The identifier of the request that was shown.
  ///   - deliveredAt: When it was shown.
  ///   - link: What can be opened with it.
  public init(
    actionIdentifier: String, requestIdentifier: String, deliveredAt: Instant, link: String? = nil
  ) {
    action = NotificationAction.Kind(actionIdentifier: actionIdentifier)
    self.requestIdentifier = requestIdentifier
    self.deliveredAt = deliveredAt
    self.link = link
  }
}
