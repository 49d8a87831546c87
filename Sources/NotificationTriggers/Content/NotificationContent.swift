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

/// In the form of a plan's `content`, by the names that UserNotifications has, without `userInfo`,
/// which says what its request does.
extension NotificationContent: Codable {
  private enum CodingKeys: String, CodingKey {
    case title, subtitle, body, sound, criticalSoundVolume, interruptionLevel, relevanceScore
    case threadIdentifier, categoryIdentifier, targetContentIdentifier, filterCriteria
    case url, conference
  }

  /// Reads a content.
  ///
  /// - Parameter decoder: What has it.
  /// - Throws: A `DecodingError` where there is no title, or a number is not from 0 to 1.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func text(_ key: CodingKeys) throws -> String {
      try container.decodeIfPresent(String.self, forKey: key) ?? ""
    }
    func check(_ number: Double?, _ key: CodingKeys) throws {
      guard let number, !(0...1).contains(number) else { return }
      throw DecodingError.dataCorruptedError(
        forKey: key, in: container, debugDescription: "\(number) is not from 0 to 1")
    }
    title = try container.decode(String.self, forKey: .title)
    guard !title.allSatisfy(\.isWhitespace) else {
      throw DecodingError.dataCorruptedError(
        forKey: .title, in: container, debugDescription: "is empty")
    }
    subtitle = try container.decode(String.self, forKey: .subtitle)
    body = try container.decode(String.self, forKey: .body)
    interruptionLevel = try container.decode(InterruptionLevel.self, forKey: .interruptionLevel)
    relevanceScore = try container.decode(Double.self, forKey: .relevanceScore)
    try check(relevanceScore, .relevanceScore)
    threadIdentifier = try container.decode(String.self, forKey: .threadIdentifier)
    categoryIdentifier = try text(.categoryIdentifier)
    targetContentIdentifier = try text(.targetContentIdentifier)
    filterCriteria = try text(.filterCriteria)
    url = try container.decodeIfPresent(String.self, forKey: .url)
    conference = try container.decodeIfPresent(String.self, forKey: .conference)
    let name = try container.decodeIfPresent(String.self, forKey: .sound)
    let volume = try container.decodeIfPresent(Double.self, forKey: .criticalSoundVolume)
    try check(volume, .criticalSoundVolume)
    guard name != nil || volume == nil else {
      throw DecodingError.dataCorruptedError(
        forKey: .criticalSoundVolume, in: container, debugDescription: "is there without a sound")
    }
    sound = name.map { NotificationSound(name: $0, criticalVolume: volume) }
  }

  /// Writes the content; what is empty is `null` where it is an identifier.
  public func encode(to encoder: any Encoder) throws {
    func text(_ text: String) -> String? { text.isEmpty ? nil : text }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(title, forKey: .title)
    try container.encode(subtitle, forKey: .subtitle)
    try container.encode(body, forKey: .body)
    try container.encode(sound?.name, forKey: .sound)
    try container.encode(sound?.criticalVolume, forKey: .criticalSoundVolume)
    try container.encode(interruptionLevel, forKey: .interruptionLevel)
    try container.encode(relevanceScore, forKey: .relevanceScore)
    try container.encode(threadIdentifier, forKey: .threadIdentifier)
    try container.encode(text(categoryIdentifier), forKey: .categoryIdentifier)
    try container.encode(text(targetContentIdentifier), forKey: .targetContentIdentifier)
    try container.encode(text(filterCriteria), forKey: .filterCriteria)
    try container.encode(url, forKey: .url)
    try container.encode(conference, forKey: .conference)
  }
}
