/// A button of a notification, by the name that the server gives back.
package enum NotificationButton: Hashable, Sendable {
  /// Opens the link; a click on the notification itself does so, too.
  case open
  /// Puts the notification off: the choice, by its place.
  case snooze(Int)
  /// Says that it is done.
  case done

  /// The name that the server gets and returns.
  package var name: String {
    switch self {
    case .open: "open"
    case .snooze(let place): "snooze\(place)"
    case .done: "done"
    }
  }

  /// The name of what a click on the notification itself does (Desktop Notifications Specification).
  package static let defaultName = "default"

  /// Reads a name; nil for none of ours.
  package init?(name: some StringProtocol) {
    switch String(name) {
    case NotificationButton.open.name, NotificationButton.defaultName: self = .open
    case NotificationButton.done.name: self = .done
    case let name where name.hasPrefix("snooze"):
      guard let place = Int(name.dropFirst("snooze".count)), place >= 0 else { return nil }
      self = .snooze(place)
    default: return nil
    }
  }
}
