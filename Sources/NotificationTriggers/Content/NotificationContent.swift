/// What a notification shows (`UNNotificationContent`).
///
/// It names no date: a repeating trigger shows the same content each time.
///
/// ```swift
/// let content = NotificationContent(
///   title: "Stand-up", body: "Room 3", threadIdentifier: "standup@example.org")
/// print(content.title, content.interruptionLevel)  // Stand-up active
/// ```
public struct NotificationContent: Hashable, Sendable {
  /// The first line; never empty, since the system drops a request without an alert.
  public var title: String
  /// What stands below it; may be empty.
  public var body: String
  /// How much it may interrupt.
  public var interruptionLevel: InterruptionLevel
  /// What the system groups notifications by: the same for all of one series.
  public var threadIdentifier: String

  /// Makes a content.
  ///
  /// - Parameters:
  ///   - title: The first line; an empty one becomes `(no title)`.
  ///   - body: What stands below it.
  ///   - interruptionLevel: How much it may interrupt.
  ///   - threadIdentifier: What the system groups notifications by.
  public init(
    title: String, body: String = "", interruptionLevel: InterruptionLevel = .active,
    threadIdentifier: String
  ) {
    self.title = title.allSatisfy(\.isWhitespace) ? "(no title)" : title
    self.body = body
    self.interruptionLevel = interruptionLevel
    self.threadIdentifier = threadIdentifier
  }
}
