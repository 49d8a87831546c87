package import NotificationTriggers
import SystemdTimers

/// The arguments with which notify-send shows a notification and waits for an answer.
package struct NotifyArguments {
  /// The arguments.
  package private(set) var words: [String]

  /// The name of an icon (freedesktop.org's Icon Naming Specification).
  private static let icon = "appointment-soon"
  /// The kind of notification, by a vendor's name (Desktop Notifications Specification).
  private static let category = "x-ics2notify.reminder"
  /// The name of a sound (freedesktop.org's Sound Naming Specification).
  private static let sound = "alarm-clock-elapsed"

  /// Makes arguments for what a server can show.
  ///
  /// - Parameters:
  ///   - title: The first line.
  ///   - body: What stands below it.
  ///   - level: How much it may interrupt.
  ///   - buttons: The buttons with their labels, as they are shown.
  ///   - opensLink: Whether a click on the notification itself opens the link.
  ///   - isStaying: Whether it stays until it is closed.
  ///   - replaced: The number of the notification whose place it takes; nil for none.
  ///   - capabilities: What the server can do.
  package init(
    title: String, body: String, level: InterruptionLevel,
    buttons: [(button: NotificationButton, label: String)], opensLink: Bool, isStaying: Bool,
    replacing replaced: Int?, _ capabilities: ServerCapabilities
  ) {
    // Critical ones are the only ones that all desktops keep on the screen.
    let urgency = isStaying ? DesktopNotification.Urgency.critical : .init(level)
    var words = [
      "--app-name=ics2notify", "--urgency=\(urgency.rawValue)", "--print-id",
      "--icon=\(NotifyArguments.icon)", "--category=\(NotifyArguments.category)",
    ]
    if let replaced { words.append("--replace-id=\(replaced)") }
    if isStaying || level == .critical { words.append("--expire-time=0") }
    if level == .passive {
      words.append("--hint=boolean:suppress-sound:true")
    } else if capabilities.hasSound {
      words.append("--hint=string:sound-name:\(NotifyArguments.sound)")
    }
    if capabilities.hasActions {
      if opensLink, let open = buttons.first(where: { $0.button == .open }) {
        words.append("--action=\(NotificationButton.defaultName)=\(open.label)")
      }
      words += buttons.map { "--action=\($0.button.name)=\($0.label)" }
    }
    let texts = DesktopNotification(summary: title, body: body)
      .arguments(readingMarkup: capabilities.hasBodyMarkup)
    self.words = words + ["--", texts.summary]
    if !texts.body.isEmpty { self.words.append(texts.body) }
  }
}
