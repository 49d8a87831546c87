package import CalendarSources
package import DesktopReminders
package import ICalendar
import ProgramSupport
import ReminderCompiler
package import SystemdTimers
import TextSafety
package import TimerCompiler

/// How reminders appear on a desktop.
package struct DesktopSettings {
  /// Whether timers call notify-send themselves: text without buttons.
  let isPlain: Bool
  /// Whether timers fire late for times that they missed (`Persistent=`).
  let isPersistent: Bool
  /// Whether reminders that a pause silences are listed after it.
  let listsSilenced: Bool
  /// How this program shows reminders.
  let show: ShowSettings

  /// Combines the settings.
  package init(isPlain: Bool, isPersistent: Bool, listsSilenced: Bool, show: ShowSettings) {
    self.isPlain = isPlain
    self.isPersistent = isPersistent
    self.listsSilenced = listsSilenced
    self.show = show
  }
}

extension Settings {
  /// The options for timers.
  var timers: TimerOptions {
    var timers = TimerOptions(compiler)
    timers.limit = timerLimit
    timers.reserve = notifications.reserve
    timers.localZone = machineZone.zoneOfSystemd
    timers.zones = .ofSystemd
    return timers
  }
}

/// The options for units in a directory: timers that start this program, or plain timers.
package struct UnitSettings {
  /// The options for timers, with the program that shows reminders.
  package let timers: TimerOptions
  /// The reason why timers are plain without `--plain`.
  package let diagnostics: [Diagnostic]

  /// Combines the options; `directory` is an absolute path.
  package init(
    _ settings: Settings, desktop: DesktopSettings, of name: InstallationName,
    in directory: String
  ) {
    var timers = settings.timers
    timers.isPersistent = desktop.isPersistent
    timers.installation = name
    // systemd 252 can't read its own escape of `$` when it reloads (measured).
    let odd = desktop.isPlain ? nil : [RunningProgram.own, directory].first { $0.contains("$") }
    diagnostics =
      odd.map { [Diagnostic(.notificationsPlain(path: TerminalText.oneLine($0)))] } ?? []
    if !desktop.isPlain, odd == nil {
      let table = "\(directory)/\(name.tableName)"
      timers.showProgram = ShowProgram(
        program: RunningProgram.own, arguments: ReminderPresenter.arguments(name, table: table),
        table: table, state: StateFile.path(of: name), until: StateFile.until(name),
        settings: desktop.show)
    }
    self.timers = timers
  }
}
