import NotificationTriggers

/// One of a plan's `categories[]`.
struct CategoryDocument: Encodable {
  private let category: NotificationCategory

  /// Makes the document of a category.
  init(_ category: NotificationCategory) {
    self.category = category
  }

  private enum Key: String, CodingKey {
    case identifier, actions
  }

  private struct Action: Encodable {
    let identifier: String
    let title: String
    let systemImageName: String
    let foreground: Bool
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(category.identifier, forKey: .identifier)
    try container.encode(
      category.actions.map {
        Action(
          identifier: $0.identifier, title: $0.title, systemImageName: $0.systemImageName,
          foreground: $0.opensApp)
      }, forKey: .actions)
  }
}
