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

  /// Makes a button.
  ///
  /// - Parameters:
  ///   - kind: What it does.
  ///   - title: What stands on it.
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

  /// The kind of the button that was pressed; nil for none of ours.
  ///
  /// - Parameter actionIdentifier: What the app is told.
  public init?(actionIdentifier: String) {
    guard actionIdentifier.hasPrefix(NotificationAction.Kind.namespace) else { return nil }
    self.init(
      rawValue: String(actionIdentifier.dropFirst(NotificationAction.Kind.namespace.count)))
  }
}
