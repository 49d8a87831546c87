/// What a notification shows and does (`UNNotificationContent`).
///
/// What stands in the content of a request that repeats is the same each time.
///
/// ```swift
/// var content = NotificationContent(
///   title: "Stand-up", body: "Room 3", threadIdentifier: "standup@example.org")
/// content.subtitle = "14:00-14:15"
/// print(content.title, content.interruptionLevel, content.sound!.name)  // Stand-up active default
/// ```
public struct NotificationContent: Hashable, Sendable {
  /// The first line; never empty, since the system drops a request without an alert.
  public var title: String
  /// The second line: when; may be empty.
  public var subtitle = ""
  /// What stands below it; may be empty.
  public var body: String
  /// What is played; nil for nothing: a request is mute unless it says so.
  public var sound: NotificationSound?
  /// How much it may interrupt.
  public var interruptionLevel: InterruptionLevel
  /// Which notifications a summary shows first, from 0 to 1.
  public var relevanceScore = 0.0
  /// What the system groups notifications by.
  public var threadIdentifier: String
  /// The identifier of a ``NotificationCategory``, which says what buttons there are; empty for
  /// none.
  public var categoryIdentifier = ""
  /// What the app's scenes are chosen by: the UID of the series; empty for none.
  public var targetContentIdentifier = ""
  /// What the user's Focus filters are held against: the calendar's name; empty for none.
  public var filterCriteria = ""
  /// What can be opened: `https`, `tel` and the like; nil for nothing.
  public var url: String?
  /// The link at which people meet; nil for none.
  public var conference: String?

  /// Makes a content with the sound that its level has.
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
    sound = NotificationSound(for: interruptionLevel)
  }

  /// What opens with the notification: where people meet, else what there is to look at.
  public var link: String? { conference ?? url }
}
