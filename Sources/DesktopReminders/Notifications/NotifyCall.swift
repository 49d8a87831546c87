package import NotificationTriggers
package import SystemdTimers
import TextSafety

/// A notification for a server: the arguments of its method `Notify` (Desktop Notifications
/// Specification).
package struct NotifyCall: Hashable, Sendable {
  /// A button, or the default action of a click on the notification.
  package struct Action: Hashable, Sendable {
    /// The key that the server returns.
    package let key: String
    /// The text of the button.
    package let label: String
  }

  /// A sound that the server plays.
  package enum Sound: Hashable, Sendable {
    /// A sound of the user's theme (Sound Naming Specification).
    case named(String)
    /// A file, by its absolute path.
    case file(String)
  }

  /// The first line; plain text, never empty.
  package let summary: String
  /// The lines below it, with markup escaped if the server reads markup.
  package let body: String
  /// The buttons in their order.
  package let actions: [Action]
  /// The urgency.
  package let urgency: DesktopNotification.Urgency
  /// The sound; nil for silence.
  package var sound: Sound?
  /// The timeout in milliseconds: -1 for the server's default, 0 for never.
  package let timeout: Int32

  /// The application name, which servers show.
  package static let program = "ics2notify"
  /// The name of the icon (Icon Naming Specification).
  package static let icon = "appointment-soon"
  /// The category, with a vendor prefix (Desktop Notifications Specification).
  package static let category = "x-ics2notify.reminder"
  /// The name of the sound (Sound Naming Specification).
  package static let sound = "alarm-clock-elapsed"

  /// Makes the call for a notification that a server can show.
  ///
  /// - Parameters:
  ///   - title: The first line; any text.
  ///   - body: The lines below it; any text.
  ///   - level: The interruption level.
  ///   - buttons: The buttons with their labels, in their order.
  ///   - isStaying: Whether it stays until the user closes it.
  ///   - capabilities: The capabilities that the server announces.
  ///   - traits: The measured traits of the server.
  package init(
    title: String, body: String, level: InterruptionLevel,
    buttons: [(button: NotificationButton, label: String)], isStaying: Bool,
    capabilities: ServerCapabilities, traits: ServerTraits
  ) {
    let longest = CommandTemplate.longestText
    summary = title.isEmpty ? "(no title)" : VisibleText(title).capped(to: longest)
    self.body = VisibleText(body).capped(to: longest) {
      capabilities.hasBodyMarkup ? VisibleText.markup(of: $0) : nil
    }
    actions =
      capabilities.hasActions ? NotifyCall.actions(of: buttons, traits) : []
    urgency = DesktopNotification.Urgency(level)
    sound = level == .passive ? nil : .named(NotifyCall.sound)
    timeout = (isStaying || level == .critical) && !traits.mustExpire ? 0 : -1
  }

  private static func actions(
    of buttons: [(button: NotificationButton, label: String)], _ traits: ServerTraits
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

/// A button of a notification.
package enum NotificationButton: Hashable, Sendable {
  /// Opens the link, as a click on the notification does.
  case open
  /// Snoozes the notification.
  case snooze(SnoozeChoice)
  /// Marks the reminders as done.
  case done

  /// The action key that the server gets and returns.
  package var name: String {
    switch self {
    case .open: "open"
    // The key holds the choice, not its index: the list may change at a renewal.
    case .snooze(let choice): NotificationButton.snoozePrefix + choice.description
    case .done: "done"
    }
  }

  private static let snoozePrefix = "snooze-"

  /// The key of the default action (Desktop Notifications Specification).
  package static let defaultName = "default"

  /// Reads an action key; nil for an unknown one.
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
