import CivilTime

/// The content of a notification (`UNNotificationContent`).
///
/// The content of a request that repeats is the same for every fire.
///
/// ```swift
/// var content = NotificationContent(
///   title: "Stand-up", body: "Room 3", threadIdentifier: "standup@example.org")
/// content.subtitle = "14:00-14:15"
/// print(content.title, content.interruptionLevel, content.sound!.name)  // Stand-up active default
/// ```
public struct NotificationContent: Hashable, Sendable {
  /// The first line; never empty, because the system drops a request without an alert.
  public var title: String
  /// The second line, usually the time; may be empty.
  public var subtitle = ""
  /// The text below; may be empty.
  public var body: String
  /// The sound; nil for none.
  ///
  /// The system plays no sound by default.
  public var sound: NotificationSound?
  /// The number on the app's icon, 0 to remove it; nil to leave it unchanged.
  public var badge: Int?
  /// The interruption level.
  public var interruptionLevel: InterruptionLevel
  /// The order of notifications in a summary, from 0 to 1; the highest is first.
  public var relevanceScore = 0.0
  /// The identifier by which the system groups notifications.
  public var threadIdentifier: String
  /// The identifier of the ``NotificationCategory`` with the buttons; empty for none.
  public var categoryIdentifier = ""
  /// The identifier by which the app chooses a scene: the UID of the series; may be empty.
  public var targetContentIdentifier = ""
  /// The value that Focus filters compare: the name of the calendar; may be empty.
  public var filterCriteria = ""
  /// The link to open, such as an `https` or `tel` URL; nil for none.
  public var url: String?
  /// The link to join the meeting; nil for none.
  public var conference: String?

  /// Makes a content with the default sound of its level.
  ///
  /// - Parameters:
  ///   - title: The first line; an empty one becomes `(no title)`.
  ///   - body: The text below.
  ///   - interruptionLevel: The interruption level.
  ///   - threadIdentifier: The identifier by which the system groups notifications.
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

  /// The link that the notification opens: ``conference``, otherwise ``url``.
  public var link: String? { conference ?? url }
}

/// The sound of a notification (`UNNotificationSound`).
///
/// ```swift
/// print(NotificationSound(for: .active)!.name)  // default
/// print(NotificationSound(for: .critical, name: "Basso")!.criticalVolume!)  // 1.0
/// print(NotificationSound(for: .passive) == nil)  // true
/// ```
public struct NotificationSound: Hashable, Sendable {
  /// The name of a sound file in the app, or `default` for the system's sound.
  ///
  /// If the app does not have the file, the system plays its own sound.
  public let name: String
  /// The volume of a critical alert, from 0 to 1; nil for a sound that is off when muted.
  public let criticalVolume: Double?

  /// The name of the system's sound.
  public static let systemName = "default"

  /// Makes the sound of a level; nil for a passive level.
  ///
  /// - Parameters:
  ///   - level: The interruption level. A critical one sounds even if the device is muted.
  ///   - name: The name of a sound file; nil for the system's sound.
  public init?(for level: InterruptionLevel, name: String? = nil) {
    guard level.playsSound else { return nil }
    self.name = name ?? NotificationSound.systemName
    criticalVolume = level.overridesSilentSwitch ? 1 : nil
  }

  init(name: String, criticalVolume: Double?) {
    self.name = name
    self.criticalVolume = criticalVolume
  }
}

/// The format of a plan's `content`, with the names of UserNotifications.
///
/// It does not include `userInfo`, which describes the action of its request.
extension NotificationContent: Codable {
  private enum CodingKeys: String, CodingKey {
    case title, subtitle, body, badge, sound, criticalSoundVolume, interruptionLevel
    case relevanceScore
    case threadIdentifier, categoryIdentifier, targetContentIdentifier, filterCriteria
    case url, conference
  }

  /// Decodes a content.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: A `DecodingError` if the title is empty or missing, a number is not from 0 to 1, or
  ///   the badge is less than 0.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func text(_ key: CodingKeys) throws -> String {
      try container.decodeIfPresent(String.self, forKey: key) ?? ""
    }
    func check(_ number: Double?, key: CodingKeys) throws {
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
    badge = try container.decodeIfPresent(Int.self, forKey: .badge)
    if let badge, badge < 0 {
      throw DecodingError.dataCorruptedError(
        forKey: .badge, in: container, debugDescription: "\(badge) is less than 0")
    }
    interruptionLevel = try container.decode(InterruptionLevel.self, forKey: .interruptionLevel)
    relevanceScore = try container.decode(Double.self, forKey: .relevanceScore)
    try check(relevanceScore, key: .relevanceScore)
    threadIdentifier = try container.decode(String.self, forKey: .threadIdentifier)
    categoryIdentifier = try text(.categoryIdentifier)
    targetContentIdentifier = try text(.targetContentIdentifier)
    filterCriteria = try text(.filterCriteria)
    url = try container.decodeIfPresent(String.self, forKey: .url)
    conference = try container.decodeIfPresent(String.self, forKey: .conference)
    let name = try container.decodeIfPresent(String.self, forKey: .sound)
    let volume = try container.decodeIfPresent(Double.self, forKey: .criticalSoundVolume)
    try check(volume, key: .criticalSoundVolume)
    guard name != nil || volume == nil else {
      throw DecodingError.dataCorruptedError(
        forKey: .criticalSoundVolume, in: container, debugDescription: "needs a sound")
    }
    sound = name.map { NotificationSound(name: $0, criticalVolume: volume) }
  }

  /// Encodes the content.
  ///
  /// Empty identifiers are `null`.
  public func encode(to encoder: any Encoder) throws {
    func text(_ text: String) -> String? { text.isEmpty ? nil : text }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(title, forKey: .title)
    try container.encode(subtitle, forKey: .subtitle)
    try container.encode(body, forKey: .body)
    try container.encodeIfPresent(badge, forKey: .badge)
    try container.encode(sound?.name, forKey: .sound)
    try container.encode(sound?.criticalVolume, forKey: .criticalSoundVolume)
    try container.encode(interruptionLevel.rawValue, forKey: .interruptionLevel)
    try container.encode(relevanceScore, forKey: .relevanceScore)
    try container.encode(threadIdentifier, forKey: .threadIdentifier)
    try container.encode(text(categoryIdentifier), forKey: .categoryIdentifier)
    try container.encode(text(targetContentIdentifier), forKey: .targetContentIdentifier)
    try container.encode(text(filterCriteria), forKey: .filterCriteria)
    try container.encode(url, forKey: .url)
    try container.encode(conference, forKey: .conference)
  }
}
