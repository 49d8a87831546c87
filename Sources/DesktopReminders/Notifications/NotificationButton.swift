/// A button of a notification, by the name that the server gives back.
package enum NotificationButton: Hashable, Sendable {
  /// Opens the link; a click on the notification itself does so, too.
  case open
  /// Snoozes the notification.
  case snooze(SnoozeChoice)
  /// Says that it is done.
  case done

  /// The name that the server gets and returns.
  package var name: String {
    switch self {
    case .open: "open"
    // The choice itself: after a renewal, another one may have its place.
    case .snooze(let choice): NotificationButton.snoozePrefix + choice.description
    case .done: "done"
    }
  }

  private static let snoozePrefix = "snooze-"

  /// The name of what a click on the notification itself does (Desktop Notifications Specification).
  package static let defaultName = "default"

  /// Reads a name; nil for none of ours.
  package init?(name: some StringProtocol) {
    switch String(name) {
    case NotificationButton.open.name, NotificationButton.defaultName: self = .open
    case NotificationButton.done.name: self = .done
    case let name where name.hasPrefix(NotificationButton.snoozePrefix):
      let text = name.dropFirst(NotificationButton.snoozePrefix.count)
      guard let choice = try? SnoozeChoice(text) else { return nil }
      self = .snooze(choice)
    default: return nil
    }
  }
}
