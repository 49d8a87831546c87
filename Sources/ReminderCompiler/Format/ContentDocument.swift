import NotificationTriggers

/// `content`: by the names that UserNotifications has.
struct ContentDocument: Encodable {
  private let content: NotificationContent
  private let info: UserInfoDocument

  /// Makes the document of a content.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - info: What the app finds in it.
  init(_ content: NotificationContent, info: UserInfoDocument) {
    self.content = content
    self.info = info
  }

  private enum Key: String, CodingKey {
    case title, subtitle, body, sound, criticalSoundVolume, interruptionLevel, relevanceScore
    case threadIdentifier, categoryIdentifier, targetContentIdentifier, filterCriteria
    case url, conference, userInfo
  }

  func encode(to encoder: any Encoder) throws {
    func text(_ text: String) -> String? { text.isEmpty ? nil : text }
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(content.title, forKey: .title)
    try container.encode(content.subtitle, forKey: .subtitle)
    try container.encode(content.body, forKey: .body)
    try container.encode(content.sound?.name, forKey: .sound)
    try container.encode(content.sound?.criticalVolume, forKey: .criticalSoundVolume)
    try container.encode(content.interruptionLevel.rawValue, forKey: .interruptionLevel)
    try container.encode(content.relevanceScore, forKey: .relevanceScore)
    try container.encode(content.threadIdentifier, forKey: .threadIdentifier)
    try container.encode(text(content.categoryIdentifier), forKey: .categoryIdentifier)
    try container.encode(text(content.targetContentIdentifier), forKey: .targetContentIdentifier)
    try container.encode(text(content.filterCriteria), forKey: .filterCriteria)
    try container.encode(content.url, forKey: .url)
    try container.encode(content.conference, forKey: .conference)
    try container.encode(info, forKey: .userInfo)
  }
}
