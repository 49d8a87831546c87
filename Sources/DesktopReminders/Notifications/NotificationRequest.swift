package import NotificationTriggers
package import SystemdTimers
import TextSafety

/// A notification for a server: the arguments of its method `Notify` (Desktop Notifications
/// Specification).
package struct NotificationRequest: Hashable, Sendable {
  /// A button, or what a click on the notification does.
  package struct Action: Hashable, Sendable {
    /// The name that the server returns.
    package let key: String
    /// The text of the button.
    package let label: String
  }

  /// The first line; plain text, never empty.
  package let summary: String
  /// The lines below it, as the server reads them: with or without markup.
  package let body: String
  /// The buttons in their order.
  package let actions: [Action]
  /// How urgent it is.
  package let urgency: DesktopNotification.Urgency
  /// The name of the sound (Sound Naming Specification); nil for silence.
  package var sound: String?
  /// After how many milliseconds it expires: -1 for the server's choice, 0 for never.
  package let timeout: Int32

  /// The program's name, which servers show.
  package static let program = "ics2notify"
  /// The name of the icon (Icon Naming Specification).
  package static let icon = "appointment-soon"
  /// The category, by a vendor's name (Desktop Notifications Specification).
  package static let category = "x-ics2notify.reminder"
  /// The name of the sound (Sound Naming Specification).
  private static let sound = "alarm-clock-elapsed"

  /// Makes a request that fits the abilities of a server.
  ///
  /// - Parameters:
  ///   - title: The first line; any text.
  ///   - body: The lines below it; any text.
  ///   - level: How much it may interrupt.
  ///   - buttons: The buttons with their labels, in their order.
  ///   - isStaying: Whether it stays until it is closed.
  ///   - capabilities: The capabilities that the server announces.
  ///   - traits: The measured traits of the server.
  package init(
    title: String, body: String, level: InterruptionLevel,
    buttons: [(button: NotificationButton, label: String)], isStaying: Bool,
    _ capabilities: ServerCapabilities, _ traits: KnownServer
  ) {
    let longest = CommandTemplate.longestText
    summary = title.isEmpty ? "(no title)" : VisibleText(title).capped(to: longest)
    self.body = VisibleText(body).capped(to: longest) { scalar in
      switch scalar {
      case "&" where capabilities.hasBodyMarkup: "&amp;"
      case "<" where capabilities.hasBodyMarkup: "&lt;"
      case ">" where capabilities.hasBodyMarkup: "&gt;"
      default: nil
      }
    }
    actions =
      capabilities.hasActions ? NotificationRequest.actions(of: buttons, traits) : []
    urgency = DesktopNotification.Urgency(level)
    sound = level == .passive ? nil : NotificationRequest.sound
    timeout = (isStaying || level == .critical) && !traits.mustExpire ? 0 : -1
  }

  private static func actions(
    of buttons: [(button: NotificationButton, label: String)], _ traits: KnownServer
  ) -> [Action] {
    var snoozes = 0
    let shown = buttons.filter { button, _ in
      if case .snooze = button { snoozes += 1 }
      return !(traits.linkActions == .click && button == .open)
        && !(traits.cutsLabels && snoozes > 1)
    }
    let click = buttons.filter { $0.button == .open && traits.linkActions != .button }
      .map { Action(key: NotificationButton.defaultName, label: $0.label) }
    return click
      + shown.prefix(traits.mostButtons ?? .max)
      .map { Action(key: $0.button.name, label: $0.label) }
  }
}

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
