import CivilTime
import DesktopReminders
import SystemdTimers

/// Units that live until what they do is over, started by `systemd-run --user`.
///
/// A program that a timer starts has to end at once, or systemd merges the timer's next firings. These
/// units therefore do all that takes longer. They name a notification by digits, and the program looks
/// it up: no text of a calendar is in any of them.
struct TransientUnits {
  /// What the names of the installation's units begin with.
  let prefix: String
  let program: String
  /// What it needs to find the installation again.
  let arguments: [String]

  /// Where systemd reads the unit again, it is as strict as with files.
  private var command: [String] { UnitValue.called(program) + arguments }

  /// How long after a failure the watcher is started again, in seconds, and how often in a minute;
  /// then the next reminder that is due starts another one.
  private static let restart = (delay: 1, most: 5)

  func watch() -> Bool {
    // The previous unit may still exist, so each has its own name.
    let number = String(UInt32.random(in: 0 ... .max), radix: 16)
    return start(
      "Reminders on the screen",
      "\(prefix)watch-\(String(repeating: "0", count: 8 - number.utf8.count))\(number).service",
      [
        "--property=Restart=on-failure", "--property=RestartSec=\(TransientUnits.restart.delay)",
        "--property=StartLimitIntervalSec=1min",
        "--property=StartLimitBurst=\(TransientUnits.restart.most)", "--",
      ] + command + ["--watch"])
  }

  /// Runs the user's command for a notification, unless a unit did already.
  func execute(_ notification: ReminderNotification) -> Bool {
    let ended = UnitValue.property(
      command: program, arguments + ["--ended=\(notification.identifier)"])
    return start(
      "Command of a reminder",
      "\(prefix)execute-\(notification.identifier).service",
      ["--property=ExecStopPost=\(ended)", "--"] + command
        + ["--execute=\(notification.identifier)"])
  }

  /// The notifications for which units run the user's command; nil if systemd doesn't answer.
  var commands: Set<String>? { identifiers("execute", "service") }

  /// The notifications that timers bring back.
  var snoozeTimers: Set<String> { identifiers("snooze", "timer") ?? [] }

  private func identifiers(_ kind: String, _ suffix: String) -> Set<String>? {
    let answer = InstalledProgram(named: "systemctl")?.answer(
      ["--user"] + UserManager.listing("\(prefix)\(kind)-*.\(suffix)", "--all"))
    return answer.flatMap(UserManager.names).map { names in
      Set(names.map { String($0.dropFirst("\(prefix)\(kind)-".count).prefix { $0 != "." }) })
    }
  }

  func wake(_ snoozed: SnoozedNotification) -> Bool {
    let instant = snoozed.until.civilInUTC
    return start(
      "Snoozed reminder",
      "\(prefix)snooze-\(snoozed.notification.identifier).timer",
      [
        "--on-calendar=\(instant.date) \(instant.time.extendedFormat) UTC",
        "--timer-property=AccuracySec=1us", "--",
      ] + command)
  }

  /// Opens a notification's link; the activation token lets the opened program take the focus.
  func open(_ notification: ReminderNotification, token: String?) -> Bool {
    start(
      "Link of a reminder",
      "\(prefix)open-\(notification.identifier).service",
      // The opener ends at once, and the browser that it has started stays.
      ["--property=KillMode=process"]
        + (token.map {
          ["--setenv=XDG_ACTIVATION_TOKEN=\($0)", "--setenv=DESKTOP_STARTUP_ID=\($0)"]
        } ?? [])
        + ["--"] + command + ["--open=\(notification.identifier)"])
  }

  /// Ends all of them, so that nothing comes back.
  func stopAll() {
    _ = InstalledProgram(named: "systemctl")?.answer([
      "--user", "stop", "--", "\(prefix)snooze-*.timer", "\(prefix)watch-*.service",
      "\(prefix)execute-*.service",
    ])
  }

  /// Starts a unit, and returns whether it exists now, perhaps from before.
  private func start(_ description: String, _ unit: String, _ arguments: [String]) -> Bool {
    let answer = InstalledProgram(named: "systemd-run")?.answer(
      [
        "--user", "--quiet", "--collect", "--no-block", "--description=\(description)",
        "--unit=\(unit)",
      ] + arguments)
    if answer?.status == 0 { return true }
    // What systemd-run says goes to the journal, and in the user's language.
    let state = InstalledProgram(named: "systemctl")?.answer(
      ["--user", "show", "--property=ActiveState", "--value", "--", unit])
    return ["active", "activating", "reloading", "deactivating"].contains(state?.text.trimmed)
  }
}
