/// In the form of one of a plan's `categories`.
extension NotificationCategory: Codable {
  private enum CodingKeys: String, CodingKey {
    case identifier, actions
  }

  /// Reads a category.
  ///
  /// - Parameter decoder: What has it.
  /// - Throws: A `DecodingError` where it is none.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    identifier = try container.decode(String.self, forKey: .identifier)
    actions = try container.decode([NotificationAction].self, forKey: .actions)
  }

  /// Writes the category.
  ///
  /// - Parameter encoder: What takes it.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(identifier, forKey: .identifier)
    try container.encode(actions, forKey: .actions)
  }
}

/// In the form of one of a category's `actions`.
extension NotificationAction: Codable {
  private enum CodingKeys: String, CodingKey {
    case identifier, title, systemImageName, foreground
  }

  /// Reads a button: what it does and its title, from which the rest follows.
  ///
  /// - Parameter decoder: What has it.
  /// - Throws: A `DecodingError` where nothing is known that it does.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let identifier = try container.decode(String.self, forKey: .identifier)
    let title = try container.decode(String.self, forKey: .title)
    let known = Kind.allCases.map { NotificationAction($0, title: title) }
    guard let action = known.first(where: { $0.identifier == identifier }) else {
      throw DecodingError.dataCorruptedError(
        forKey: .identifier, in: container, debugDescription: "names no known button")
    }
    self = action
  }

  /// Writes the button.
  ///
  /// - Parameter encoder: What takes it.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(identifier, forKey: .identifier)
    try container.encode(title, forKey: .title)
    try container.encode(systemImageName, forKey: .systemImageName)
    try container.encode(opensApp, forKey: .foreground)
  }
}
