import CivilTime
import DesktopReminders
import ProgramSupport
import SystemdTimers

/// Transient units for longer work, started by `systemd-run --user`.
///
/// A timer's service must end quickly, because systemd doesn't start it again while it is active
/// (systemd.timer(5)). Units name notifications by identifiers, without text from a calendar.
struct TransientUnits {
  /// The prefix of the names of the installation's units.
  let prefix: String
  let program: String
  /// The arguments of `program` that select the installation.
  let arguments: [String]

  /// The command, escaped because systemd parses transient units like unit files.
  private var command: [String] { UnitValue.called(program) + arguments }

  /// The seconds before systemd restarts a failed watcher or player, and the most starts per minute.
  private static let restart = (delay: 1, most: 5)

  func watch() -> Bool { startOnly("Reminders on the screen", kind: "watch", option: "--watch") }

  /// Plays the sounds of the notifications on the screen.
  func play() -> Bool { startOnly("Sounds of reminders", kind: "sound", option: "--play") }

  /// Starts a unit whose process ends at once if another one does its work.
  private func startOnly(_ description: String, kind: String, option: String) -> Bool {
    // The previous unit may still exist, so each unit has a random name.
    let number = String(UInt32.random(in: 0 ... .max), radix: 16)
    let digits = String(repeating: "0", count: 8 - number.utf8.count) + number
    return start(
      description, unit: "\(prefix)\(kind)-\(digits).service",
      arguments: [
        "--property=Restart=on-failure", "--property=RestartSec=\(TransientUnits.restart.delay)",
        "--property=StartLimitIntervalSec=1min",
        "--property=StartLimitBurst=\(TransientUnits.restart.most)", "--",
      ] + command + [option])
  }

  /// Runs the user's command for a notification, unless its unit exists.
  func execute(_ notification: ReminderNotification) -> Bool {
    let ended = UnitValue.property(
      command: program, arguments: arguments + ["--ended=\(notification.identifier)"])
    return start(
      "Command of a reminder",
      unit: "\(prefix)execute-\(notification.identifier).service",
      arguments: ["--property=ExecStopPost=\(ended)", "--"] + command
        + ["--execute=\(notification.identifier)"])
  }

  /// The identifiers of notifications whose commands are running; nil if systemd doesn't answer.
  var commands: Set<String>? { identifiers(kind: "execute", suffix: "service") }

  /// The identifiers of snoozed notifications that have a timer.
  var snoozeTimers: Set<String> { identifiers(kind: "snooze", suffix: "timer") ?? [] }

  private func identifiers(kind: String, suffix: String) -> Set<String>? {
    let answer = InstalledProgram(named: "systemctl")?.answer(
      ["--user"] + UserManager.listing("\(prefix)\(kind)-*.\(suffix)", option: "--all"))
    return answer.flatMap(UserManager.names).map { names in
      Set(names.map { String($0.dropFirst("\(prefix)\(kind)-".count).prefix { $0 != "." }) })
    }
  }

  /// Stops the timer of a snoozed notification.
  func stopTimer(of notification: ReminderNotification) {
    _ = InstalledProgram(named: "systemctl")?.answer([
      "--user", "stop", "--", "\(prefix)snooze-\(notification.identifier).timer",
    ])
  }

  func wake(_ snoozed: SnoozedNotification) -> Bool {
    let instant = snoozed.until.civilInUTC
    return start(
      "Snoozed reminder",
      unit: "\(prefix)snooze-\(snoozed.notification.identifier).timer",
      arguments: [
        "--on-calendar=\(instant.date) \(instant.time.extendedFormat) UTC",
        "--timer-property=AccuracySec=1us", "--",
      ] + command)
  }

  /// Opens a notification's link; the activation token lets the browser take the focus.
  func open(_ notification: ReminderNotification, token: String?) -> Bool {
    start(
      "Link of a reminder",
      unit: "\(prefix)open-\(notification.identifier).service",
      // xdg-open ends at once. Don't kill the browser that it started.
      arguments: ["--property=KillMode=process"]
        + (token.map {
          ["--setenv=XDG_ACTIVATION_TOKEN=\($0)", "--setenv=DESKTOP_STARTUP_ID=\($0)"]
        } ?? [])
        + ["--"] + command + ["--open=\(notification.identifier)"])
  }

  /// Stops all transient units except those that open links.
  func stopAll() {
    _ = InstalledProgram(named: "systemctl")?.answer([
      "--user", "stop", "--", "\(prefix)snooze-*.timer", "\(prefix)watch-*.service",
      "\(prefix)execute-*.service", "\(prefix)sound-*.service",
    ])
  }

  /// Starts a unit, and returns whether it is active, even if it existed before.
  private func start(_ description: String, unit: String, arguments: [String]) -> Bool {
    let answer = InstalledProgram(named: "systemd-run")?.answer(
      [
        "--user", "--quiet", "--collect", "--no-block", "--description=\(description)",
        "--unit=\(unit)",
      ] + arguments)
    if answer?.status == 0 { return true }
    // Check the state, because the messages of systemd-run are localized.
    let state = InstalledProgram(named: "systemctl")?.answer(
      ["--user", "show", "--property=ActiveState", "--value", "--", unit])
    return ["active", "activating", "reloading", "deactivating"].contains(state?.text.trimmed)
  }
}
