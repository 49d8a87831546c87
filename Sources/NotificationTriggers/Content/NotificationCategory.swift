/// What buttons a kind of notification has (`UNNotificationCategory`).
///
/// A banner shows the first two, so those that matter most come first.
///
/// ```swift
/// let category = NotificationCategory(.event, link: .join) { _ in "…" }
/// print(category.identifier)  // ics2notify.event.join
/// print(category.actions.map(\.kind.rawValue))  // ["join", "snooze", "done"]
/// ```
public struct NotificationCategory: Hashable, Sendable, Codable {
  /// What is reminded of.
  public enum Subject: String, CaseIterable, Sendable {
    /// An event.
    case event
    /// A to-do.
    case toDo = "todo"
    /// An event of which an alarm comes again and again.
    case eventNag = "event.nag"
    /// A to-do of which an alarm comes again and again, or that is overdue.
    case toDoNag = "todo.nag"
  }

  /// What the category is called, in `categoryIdentifier`.
  public let identifier: String
  /// The buttons, those that matter most first.
  public let actions: [NotificationAction]

  /// Makes a category.
  ///
  /// - Parameters:
  ///   - subject: What is reminded of.
  ///   - link: What a link of it does: `.open` or `.join`; nil where it has none.
  ///   - title: What stands on a button.
  public init(
    _ subject: Subject, link: NotificationAction.Kind?,
    title: (NotificationAction.Kind) -> String
  ) {
    identifier = NotificationCategory.identifier(subject, link: link)
    let own: [NotificationAction.Kind] =
      switch subject {
      case .event: [.snooze, .done]
      case .toDo: [.done, .snooze]
      case .eventNag: [.stopRepeat, .snooze, .done]
      case .toDoNag: [.done, .stopRepeat, .snooze]
      }
    // Who is called to a meeting wants to be there; a link to read comes behind what to do.
    let kinds =
      link == .join
      ? [.join] + own : Array(own.prefix(1)) + (link.map { [$0] } ?? []) + own.dropFirst()
    actions = kinds.map { NotificationAction($0, title: title($0)) }
  }

  /// What the category of a notification is called: `ics2notify.event.join`.
  public static func identifier(_ subject: Subject, link: NotificationAction.Kind?) -> String {
    "ics2notify.\(subject.rawValue)" + (link.map { ".\($0.rawValue)" } ?? "")
  }

  /// All categories, which an app registers once.
  ///
  /// One for each subject, without a link, with one to open and with one to join. `title` says what
  /// stands on a button.
  public static func all(title: (NotificationAction.Kind) -> String) -> [NotificationCategory] {
    Subject.allCases.flatMap { subject in
      [nil, .open, .join].map { NotificationCategory(subject, link: $0, title: title) }
    }
  }
}

/// A button of a notification (`UNNotificationAction`).
///
/// ```swift
/// let snooze = NotificationAction(.snooze, title: "Snooze")
/// print(snooze.identifier, snooze.systemImageName)  // ics2notify.snooze zzz
/// ```
public struct NotificationAction: Hashable, Sendable {
  /// What a button does.
  public enum Kind: String, CaseIterable, Sendable {
    /// Remind again later.
    case snooze
    /// It is done: no more reminders of this occurrence.
    case done
    /// No more of the repeats of this alarm, which is not done.
    case stopRepeat
    /// Open the link.
    case open
    /// Open the link at which people meet.
    case join
  }

  /// What the button does.
  public let kind: Kind
  /// What stands on it.
  public let title: String

  /// Makes a button of a kind, with what stands on it.
  public init(_ kind: Kind, title: String) {
    self.kind = kind
    self.title = title
  }

  /// What the app is told when the button is pressed.
  public var identifier: String { kind.actionIdentifier }

  /// The SF Symbol beside the title.
  public var systemImageName: String {
    switch kind {
    case .snooze: "zzz"
    case .done: "checkmark.circle"
    case .stopRepeat: "bell.slash"
    case .open: "arrow.up.right.square"
    case .join: "video"
    }
  }

  /// Whether the app comes to the front (`UNNotificationActionOptions.foreground`), as it has to in
  /// order to open a link.
  public var opensApp: Bool { kind == .open || kind == .join }
}

extension NotificationAction.Kind {
  private static let namespace = "ics2notify."

  /// What the app is told when a button of the kind is pressed.
  public var actionIdentifier: String { NotificationAction.Kind.namespace + rawValue }

  /// The kind of the button that was pressed, by what the app is told; nil for none of ours.
  public init?(actionIdentifier: String) {
    guard actionIdentifier.hasPrefix(NotificationAction.Kind.namespace) else { return nil }
    self.init(
      rawValue: String(actionIdentifier.dropFirst(NotificationAction.Kind.namespace.count)))
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
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(identifier, forKey: .identifier)
    try container.encode(title, forKey: .title)
    try container.encode(systemImageName, forKey: .systemImageName)
    try container.encode(opensApp, forKey: .foreground)
  }
}
