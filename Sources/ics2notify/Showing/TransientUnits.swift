import CivilTime
import DesktopReminders
import SystemdTimers

/// Units that live until what they do is over, started by `systemd-run --user`.
///
/// Whoever is started by a timer has to end at once, or the timer's next firings are lost; so what
/// waits for a user is one of these. No text of a calendar is in any of them: a notification is
/// named by digits, and looked up by the program.
struct TransientUnits {
  /// What the names of the installation's units begin with.
  let prefix: String
  /// The program's absolute path.
  let program: String
  /// What it needs to find the installation again.
  let arguments: [String]

  /// Where systemd reads the unit again, it is as strict as with files.
  private var command: [String] { UnitValue.called(program) + arguments }

  /// How long after a failure a notification is tried again, in seconds: servers start with the
  /// session, often after the first reminder.
  private static let retry = 30
  /// How often; then the next reminder that is due tries it again.
  private static let maximumRetries = 40

  /// Shows a notification and waits for what is pressed.
  ///
  /// - Returns: Whether a unit does so, or did already.
  func show(_ notification: ReminderNotification) -> Bool {
    let answered = UnitValue.property(
      command: program, arguments + ["--answered=\(notification.identifier)"])
    return start(
      "\(prefix)shown-\(notification.identifier).service",
      [
        "--property=Restart=on-failure", "--property=RestartSec=\(TransientUnits.retry)",
        "--property=StartLimitIntervalSec=1d",
        "--property=StartLimitBurst=\(TransientUnits.maximumRetries)",
        "--property=ExecStopPost=\(answered)", "--",
      ] + command + ["--present=\(notification.identifier)"])
  }

  /// The notifications that units show or wait for; nil where nobody can tell.
  var shown: Set<String>? {
    let answer = InstalledProgram(named: "systemctl")?.answer([
      "--user", "list-units", "--all", "--full", "--plain", "--no-legend", "--",
      "\(prefix)shown-*.service",
    ])
    guard let answer, answer.status == 0 else { return nil }
    return Set(
      answer.text.split(separator: "\n").compactMap { line in
        line.split(separator: " ").first?.dropFirst("\(prefix)shown-".count)
          .prefix { $0 != "." }
      }.map(String.init))
  }

  /// Wakes the program when what was put off comes back.
  func wake(_ snoozed: SnoozedNotification) -> Bool {
    let instant = snoozed.until.civilInUTC
    return start(
      "\(prefix)snooze-\(snoozed.notification.identifier).timer",
      [
        "--on-calendar=\(instant.date) \(instant.time.extendedFormat) UTC",
        "--timer-property=AccuracySec=1us", "--",
      ] + command)
  }

  /// Opens a notification's link.
  func open(_ notification: ReminderNotification) -> Bool {
    start(
      "\(prefix)open-\(notification.identifier).service",
      ["--"] + command + ["--open=\(notification.identifier)"])
  }

  /// Takes the notification away that another one replaces.
  func stop(_ identifier: String) {
    _ = InstalledProgram(named: "systemctl")?.answer([
      "--user", "--no-block", "stop", "--", "\(prefix)shown-\(identifier).service",
    ])
  }

  /// Ends all of them, so that nothing comes back.
  func stopAll() {
    _ = InstalledProgram(named: "systemctl")?.answer([
      "--user", "stop", "--", "\(prefix)snooze-*.timer", "\(prefix)shown-*.service",
    ])
  }

  /// Starts a unit.
  ///
  /// - Returns: Whether there is one now, be it from before.
  private func start(_ unit: String, _ arguments: [String]) -> Bool {
    let answer = InstalledProgram(named: "systemd-run")?.answer(
      ["--user", "--quiet", "--collect", "--no-block", "--unit=\(unit)"] + arguments)
    if answer?.status == 0 { return true }
    // What systemd-run says goes to the journal, and in the user's language.
    let state = InstalledProgram(named: "systemctl")?.answer(
      ["--user", "show", "--property=ActiveState", "--value", "--", unit])
    return ["active", "activating", "reloading", "deactivating"].contains(state?.text.trimmed)
  }
}
