/// What buttons a kind of notification has (`UNNotificationCategory`).
///
/// A banner shows the first two, so those that matter most come first.
///
/// ```swift
/// let category = NotificationCategory(.event, link: .join) { _ in "…" }
/// print(category.identifier)  // ics2notify.event.join
/// print(category.actions.map(\.kind.rawValue))  // ["join", "snooze", "done"]
/// ```
public struct NotificationCategory: Hashable, Sendable {
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

  /// What the category of a notification is called.
  ///
  /// - Parameters:
  ///   - subject: What is reminded of.
  ///   - link: What a link of it does; nil where it has none.
  /// - Returns: For example `ics2notify.event.join`.
  public static func identifier(_ subject: Subject, link: NotificationAction.Kind?) -> String {
    "ics2notify.\(subject.rawValue)" + (link.map { ".\($0.rawValue)" } ?? "")
  }

  /// All categories: an app registers them once.
  ///
  /// - Parameter title: What stands on a button.
  /// - Returns: One for each subject, without a link, with one to open and with one to join.
  public static func all(title: (NotificationAction.Kind) -> String) -> [NotificationCategory] {
    Subject.allCases.flatMap { subject in
      [nil, .open, .join].map { NotificationCategory(subject, link: $0, title: title) }
    }
  }
}
