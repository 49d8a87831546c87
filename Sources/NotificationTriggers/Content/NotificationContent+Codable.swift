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
  ///
  /// - Parameter encoder: What takes it.
  /// - Throws: What the encoder throws.
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
