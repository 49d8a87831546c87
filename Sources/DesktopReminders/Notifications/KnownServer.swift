/// Measured traits of a notification server, beyond those that it announces.
package struct KnownServer: Hashable, Sendable {
  /// The setting that makes the server drop notifications: it returns a number, shows nothing, and
  /// sends no signal.
  package enum DoNotDisturb: Hashable, Sendable {
    /// A property of Xfce's settings service.
    case xfconf(channel: String, property: String)
    /// A key of GSettings.
    case gsettings(schema: String, key: String)
  }

  /// The name and the vendor that it returns; an empty vendor matches any.
  private let name: String
  private let vendor: String
  /// Whether it shows the action of a click as a button.
  package let showsDefaultAction: Bool
  /// How many buttons it shows; nil if it shows all, or others can be reached.
  package let mostButtons: Int?
  /// How many notifications of one name of a program it keeps; nil for no bound.
  package let mostOfOneName: Int?
  /// Whether it reports notifications that the user closed as expired.
  package let confusesReasons: Bool
  /// Whether it shows a notification that doesn't expire as a dialog.
  package let makesDialogs: Bool
  /// The setting with which it drops notifications; nil if it keeps them.
  package let doNotDisturb: DoNotDisturb?
  /// Whether it shows critical notifications despite that setting.
  package let showsCritical: Bool
  /// Lines of advice for the user.
  package let advice: [String]

  private init(
    _ name: String, vendor: String = "", showsDefaultAction: Bool = false,
    mostButtons: Int? = nil, mostOfOneName: Int? = nil, confusesReasons: Bool = false,
    makesDialogs: Bool = false, doNotDisturb: DoNotDisturb? = nil, showsCritical: Bool = true,
    _ advice: String...
  ) {
    self.name = name
    self.vendor = vendor
    self.showsDefaultAction = showsDefaultAction
    self.mostButtons = mostButtons
    self.mostOfOneName = mostOfOneName
    self.confusesReasons = confusesReasons
    self.makesDialogs = makesDialogs
    self.doNotDisturb = doNotDisturb
    self.showsCritical = showsCritical
    self.advice = advice
  }

  /// Returns the measured traits of a server.
  ///
  /// - Parameter information: The name and the vendor that the server returned.
  /// - Returns: The traits; for an unknown server, defaults.
  package static func named(_ information: ServerInformation) -> KnownServer {
    all.first {
      $0.name == information.name && ($0.vendor.isEmpty || $0.vendor == information.vendor)
    } ?? KnownServer("")
  }

  /// Measured with the versions of Debian 12: GNOME Shell 43.9, Plasma 5.27.5, xfce4-notifyd 0.7.3,
  /// mako 1.7, dunst 1.9.0, swaync 0.7.3, MATE 1.26.0, LXQt 1.2.0, notification-daemon 3.20.0,
  /// notify-osd 0.9.35.
  private static let all = [
    KnownServer(
      "gnome-shell", mostButtons: 3, mostOfOneName: 3,
      "buttons: the first three, while the pointer is over the reminder",
      "after 4 seconds: it moves to the list below the clock, where a click opens the link",
      "--stay: changes nothing here; only critical reminders stay on the screen",
      "do not disturb: reminders go to the list"),
    KnownServer(
      "Plasma",
      "buttons: all of them",
      "after 5 seconds: it is gone",
      "--stay: keeps it on the screen until it is closed",
      "do not disturb: reminders come afterwards, critical ones at once"),
    KnownServer(
      "Xfce Notify Daemon", showsDefaultAction: true,
      doNotDisturb: .xfconf(channel: "xfce4-notifyd", property: "/do-not-disturb"),
      "buttons: all of them",
      "after 10 seconds: it is gone",
      "--stay: keeps it on the screen until it is closed",
      "do not disturb: reminders wait until it ends, critical ones come at once"),
    KnownServer(
      "mako",
      "buttons: none; makoctl menu lists them, and a left click opens the link",
      "it stays on the screen until it is closed",
      "do not disturb: reminders come afterwards, where the mode hides them"),
    KnownServer(
      "dunst",
      "buttons: none; dunstctl context lists them, and a middle click opens the link",
      "after 10 seconds: it is gone; dunstctl history-pop shows it again",
      "--stay: keeps it on the screen until it is closed",
      "do not disturb: reminders come afterwards"),
    KnownServer(
      "SwayNotificationCenter", mostButtons: 4,
      "buttons: the first four",
      "after 10 seconds: it moves to the panel (swaync-client -t), where the buttons work",
      "--stay: changes nothing here; only critical reminders stay on the screen",
      "do not disturb: reminders go to the panel"),
    KnownServer(
      "Notification Daemon", vendor: "MATE", confusesReasons: true,
      doNotDisturb: .gsettings(schema: "org.mate.NotificationDaemon", key: "do-not-disturb"),
      showsCritical: false,
      "buttons: all of them",
      "after 7 seconds: it is gone",
      "--stay: keeps it on the screen until it is closed",
      "do not disturb: reminders wait until it ends"),
    KnownServer(
      "lxqt-notificationd", showsDefaultAction: true, mostButtons: 3,
      "buttons: the first three",
      "after 10 seconds: it is gone",
      "--stay: keeps it on the screen until it is closed",
      "do not disturb: reminders expire unseen; with --stay they come with the next one"),
    KnownServer(
      "Notification Daemon", vendor: "GNOME", mostButtons: 4,
      "buttons: the first four",
      "after 8 seconds: only its icon in the tray is left",
      "--stay: keeps it on the screen until it is closed"),
    KnownServer(
      "notify-osd", makesDialogs: true,
      "buttons: none",
      "after 10 seconds: it is gone",
      "--stay: changes nothing here; critical reminders are dialogs"),
  ]
}

extension KnownServer {
  /// Returns advice for the user of a server.
  ///
  /// - Parameter capabilities: The capabilities that the server announces.
  /// - Returns: The lines; for an unknown server they follow from its capabilities.
  package func lines(_ capabilities: ServerCapabilities) -> [String] {
    var lines = advice
    if advice.isEmpty {
      lines = [
        capabilities.hasActions
          ? "buttons: the server says that it has some"
          : "buttons: none, so nothing can be snoozed, done or opened",
        "after a while: unknown; see how long the test stays",
        "--stay: asks the server to keep a reminder until it is closed",
      ]
    }
    if !capabilities.hasBody {
      lines.append("text: it shows titles only, so not when an event is")
    }
    if !capabilities.hasSound { lines.append("sound: it plays none") }
    return lines
  }
}
