/// The buttons of a kind of notification (`UNNotificationCategory`).
///
/// A banner shows only the first two buttons, so the most important are first.
///
/// ```swift
/// let category = NotificationCategory(.event, link: .join) { _ in "…" }
/// print(category.identifier)  // ics2notify.event.join
/// print(category.actions.map(\.kind.rawValue))  // ["join", "snooze", "done"]
/// ```
public struct NotificationCategory: Hashable, Sendable, Codable {
  /// The component and the kind of alarm in a notification.
  public enum Subject: String, CaseIterable, Sendable {
    /// An event.
    case event
    /// A to-do.
    case toDo = "todo"
    /// An event with an alarm that repeats often.
    case eventNag = "event.nag"
    /// A to-do that is overdue or has an alarm that repeats often.
    case toDoNag = "todo.nag"
  }

  /// The value of `categoryIdentifier`.
  public let identifier: String
  /// The buttons, most important first.
  public let actions: [NotificationAction]

  /// Makes a category.
  ///
  /// - Parameters:
  ///   - subject: The component and the kind of alarm.
  ///   - link: The action for the component's link, `.open` or `.join`; nil without a link.
  ///   - title: Returns the title of a button.
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
    // The button that joins a meeting is the first; the one that opens a link is the second.
    let kinds =
      link == .join
      ? [.join] + own : Array(own.prefix(1)) + (link.map { [$0] } ?? []) + own.dropFirst()
    actions = kinds.map { NotificationAction($0, title: title($0)) }
  }

  /// The identifier of a category: `ics2notify.event.join`.
  public static func identifier(_ subject: Subject, link: NotificationAction.Kind?) -> String {
    "ics2notify.\(subject.rawValue)" + (link.map { ".\($0.rawValue)" } ?? "")
  }

  /// All categories, for registration by the app.
  ///
  /// There are three for each subject: without a link, with a link to open, and with a link to
  /// join. `title` returns the title of a button.
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
  /// The action of a button.
  public enum Kind: String, CaseIterable, Sendable {
    /// Show the reminder again later.
    case snooze
    /// Mark as done: no more reminders of this occurrence.
    case done
    /// Stop the repeats of this alarm without marking the occurrence as done.
    case stopRepeat
    /// Open the link.
    case open
    /// Open the link to join the meeting.
    case join
  }

  /// The action of the button.
  public let kind: Kind
  /// The title of the button.
  public let title: String

  /// Makes a button.
  public init(_ kind: Kind, title: String) {
    self.kind = kind
    self.title = title
  }

  /// The identifier that the app receives when the user presses the button.
  public var identifier: String { kind.actionIdentifier }

  /// The SF Symbol next to the title.
  public var systemImageName: String {
    switch kind {
    case .snooze: "zzz"
    case .done: "checkmark.circle"
    case .stopRepeat: "bell.slash"
    case .open: "arrow.up.right.square"
    case .join: "video"
    }
  }

  /// Whether the button brings the app to the foreground, which opening a link requires.
  ///
  /// See `UNNotificationActionOptions.foreground`.
  public var opensApp: Bool { kind == .open || kind == .join }
}

extension NotificationAction.Kind {
  private static let namespace = "ics2notify."

  /// The identifier that the app receives when the user presses a button of this kind.
  public var actionIdentifier: String { NotificationAction.Kind.namespace + rawValue }

  /// Makes the kind with an action identifier; nil if the identifier belongs to no button.
  public init?(actionIdentifier: String) {
    guard actionIdentifier.hasPrefix(NotificationAction.Kind.namespace) else { return nil }
    self.init(
      rawValue: String(actionIdentifier.dropFirst(NotificationAction.Kind.namespace.count)))
  }
}

/// The format of an element of a category's `actions`.
extension NotificationAction: Codable {
  private enum CodingKeys: String, CodingKey {
    case identifier, title, systemImageName, foreground
  }

  /// Decodes a button from its identifier and title, which determine everything else.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: A `DecodingError` if the identifier is unknown.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let identifier = try container.decode(String.self, forKey: .identifier)
    let title = try container.decode(String.self, forKey: .title)
    guard let kind = Kind(actionIdentifier: identifier) else {
      throw DecodingError.dataCorruptedError(
        forKey: .identifier, in: container, debugDescription: "doesn't name a known button")
    }
    self.init(kind, title: title)
  }

  /// Encodes the button.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(identifier, forKey: .identifier)
    try container.encode(title, forKey: .title)
    try container.encode(systemImageName, forKey: .systemImageName)
    try container.encode(opensApp, forKey: .foreground)
  }
}
