import TextSafety

/// The name and version of a notification server (Desktop Notifications Specification,
/// GetServerInformation).
package struct ServerInformation: Hashable, Sendable {
  /// The server's name.
  package let name: String
  /// The server's vendor.
  package let vendor: String
  /// The server's version.
  package let version: String

  /// Makes information from the server's texts, without control characters and cut to 256 bytes.
  ///
  /// - Parameter texts: The name, the vendor, the version, and the version of the specification.
  ///   Missing texts are empty.
  package init(_ texts: [String]) {
    let lines =
      texts.map { DisplayText.line($0, maximumBytes: DueReminder.longestName) }
      + ["", "", ""]
    (name, vendor, version) = (lines[0], lines[1], lines[2])
  }
}

extension ServerInformation: CustomStringConvertible {
  /// The name and the version, if known: `dunst 1.9.0 (2022-06-27)`.
  package var description: String {
    [name, version].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// The capabilities of a notification server (Desktop Notifications Specification,
/// GetCapabilities).
package struct ServerCapabilities: Hashable, Sendable {
  /// Whether it shows buttons, and reports which one was pressed.
  package let hasActions: Bool
  /// Whether it shows text below the title.
  package let hasBody: Bool
  /// Whether it reads markup in that text.
  package let hasBodyMarkup: Bool
  /// Whether it plays sounds.
  package let hasSound: Bool

  /// Makes capabilities from the names that the server returned; unknown names are ignored.
  package init(_ names: [String] = []) {
    hasActions = names.contains("actions")
    hasBody = names.contains("body")
    hasBodyMarkup = names.contains("body-markup")
    hasSound = names.contains("sound")
  }
}

/// Measured traits of a notification server, beyond its announced capabilities.
package struct ServerTraits: Hashable, Sendable {
  /// A setting by which the user asks not to be disturbed.
  package enum DoNotDisturb: Hashable, Sendable {
    /// A property of Xfce's settings service.
    case xfconf(channel: String, property: String)
    /// A key of GSettings, and its value in do-not-disturb.
    case gsettings(schema: String, key: String, value: String)
    /// A property of the server's object.
    case property(interface: String, name: String)
  }

  /// The ways in which the user can open the link of a notification.
  package enum LinkActions: Hashable, Sendable {
    /// By a click on the notification, and by a button.
    case clickAndButton
    /// By a button.
    ///
    /// The server would show the default action as a second one.
    case button
    /// By the default action, which its menu lists.
    case click
  }

  let name: String
  /// The vendor that the server returns; empty for any.
  var vendor = ""
  /// The ways in which the user can open the link.
  package private(set) var linkActions = LinkActions.clickAndButton
  /// The number of buttons on a notification; nil if all can be reached.
  package private(set) var mostButtons: Int?
  /// Whether labels of buttons are cut, so that two snooze choices look the same.
  package private(set) var cutsLabels = false
  /// The most notifications kept for one application name; nil for no limit.
  package private(set) var mostOfOneName: Int?
  /// Whether notifications that the user closed are reported as expired.
  package private(set) var confusesReasons = false
  /// Whether a notification that doesn't expire becomes a dialog, or delays all others.
  package private(set) var mustExpire = false
  /// The setting that makes the server drop notifications: it returns an identifier, shows nothing,
  /// and sends no signal.
  ///
  /// It is nil if the server keeps them.
  package private(set) var doNotDisturb: DoNotDisturb?
  /// The setting that makes the server keep notifications without showing them; nil if unknown.
  package private(set) var silence: DoNotDisturb?
  /// Whether critical notifications are shown despite either setting.
  package private(set) var showsCritical = true
  private(set) var advice: [String] = []

  /// Returns the measured traits of a server; for an unknown one, defaults.
  package static func named(_ information: ServerInformation) -> ServerTraits {
    all.first {
      $0.name == information.name && ($0.vendor.isEmpty || $0.vendor == information.vendor)
    } ?? ServerTraits(name: "")
  }

  /// Measured with the versions of Debian 12: GNOME Shell 43.9, Plasma 5.27.5, xfce4-notifyd 0.7.3,
  /// mako 1.7, dunst 1.9.0, swaync 0.7.3, MATE 1.26.0, LXQt 1.2.0, notification-daemon 3.20.0,
  /// notify-osd 0.9.35.
  private static let all = [
    ServerTraits(
      name: "gnome-shell", mostButtons: 3, mostOfOneName: 3,
      silence: .gsettings(
        schema: "org.gnome.desktop.notifications", key: "show-banners", value: "false"),
      advice: [
        "buttons: the first three, if you point at the reminder",
        "after 4 seconds: the reminder moves to the list below the clock; a click there opens the link",
        "--stay: has no effect; only critical reminders stay on the screen",
        "do not disturb: reminders go to the list",
      ]),
    ServerTraits(
      name: "Plasma",
      advice: [
        "buttons: all of them",
        "after 5 seconds: the reminder disappears",
        "--stay: ics2notify install --stay keeps the reminder on the screen until you close it",
        "do not disturb: reminders appear afterwards, critical ones at once",
      ]),
    ServerTraits(
      name: "Xfce Notify Daemon", linkActions: .button,
      doNotDisturb: .xfconf(channel: "xfce4-notifyd", property: "/do-not-disturb"),
      advice: [
        "buttons: all of them",
        "after 10 seconds: the reminder disappears",
        "--stay: ics2notify install --stay keeps the reminder on the screen until you close it",
        "do not disturb: reminders wait until it ends; critical ones appear at once",
      ]),
    ServerTraits(
      name: "mako", linkActions: .click,
      advice: [
        "buttons: not shown; makoctl menu lists them, and a left click opens the link",
        "after a while: the reminder stays on the screen until you close it, with or without --stay",
        "do not disturb: if the mode hides reminders, they appear afterwards",
      ]),
    ServerTraits(
      name: "dunst", linkActions: .click,
      silence: .property(interface: "org.dunstproject.cmd0", name: "paused"), showsCritical: false,
      advice: [
        "buttons: not shown; dunstctl context lists them, and a middle click opens the link",
        "after 10 seconds: the reminder disappears; dunstctl history-pop shows it again",
        "--stay: ics2notify install --stay keeps the reminder on the screen until you close it",
        "do not disturb: reminders appear afterwards",
      ]),
    ServerTraits(
      name: "SwayNotificationCenter", mostButtons: 3,
      advice: [
        "buttons: the first three",
        "after 10 seconds: the reminder moves to the panel (swaync-client -t) with its buttons",
        "--stay: has no effect; only critical reminders stay on the screen",
        "do not disturb: reminders go to the panel",
      ]),
    ServerTraits(
      name: "Notification Daemon", vendor: "MATE", confusesReasons: true,
      doNotDisturb: .gsettings(
        schema: "org.mate.NotificationDaemon", key: "do-not-disturb", value: "true"),
      showsCritical: false,
      advice: [
        "buttons: all of them",
        "after 7 seconds: the reminder disappears",
        "--stay: ics2notify install --stay keeps the reminder on the screen until you close it",
        "do not disturb: reminders wait until it ends",
      ]),
    ServerTraits(
      name: "lxqt-notificationd", linkActions: .button, mostButtons: 3, cutsLabels: true,
      advice: [
        "buttons: the first three, with one choice of snoozing",
        "after 10 seconds: the reminder disappears",
        "--stay: ics2notify install --stay keeps the reminder on the screen until you close it",
        "do not disturb: reminders expire unseen; critical ones, and all with --stay, appear with the next one",
      ]),
    ServerTraits(
      name: "Notification Daemon", vendor: "GNOME", mostButtons: 3, mustExpire: true,
      advice: [
        "buttons: the first three",
        "after 8 seconds: the reminder becomes an icon in the tray",
        "--stay: has no effect, because a reminder that stays would hold back all others",
      ]),
    ServerTraits(
      name: "notify-osd", mustExpire: true,
      advice: [
        "buttons: not supported",
        "after 10 seconds: the reminder disappears",
        "--stay: has no effect; critical reminders disappear, too",
      ]),
  ]
}

extension ServerTraits {
  /// Returns advice for the user; for an unknown server, it follows from the capabilities.
  package func lines(_ capabilities: ServerCapabilities) -> [String] {
    var lines = advice
    if advice.isEmpty {
      lines = [
        capabilities.hasActions
          ? "buttons: supported, according to the server"
          : "buttons: not supported",
        "after a while: unknown; watch how long the test reminder stays",
        "--stay: ics2notify install --stay asks the server to keep a reminder until you close it",
      ]
    }
    lines.append(
      "without buttons: ics2notify snooze and ics2notify done act on the last reminder")
    if !capabilities.hasBody {
      lines.append("text: the server shows only titles, without the time of the event")
    }
    if !capabilities.hasSound { lines.append("sound: not supported") }
    return lines
  }
}
