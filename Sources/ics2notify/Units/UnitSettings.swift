import ICalendar
import SystemdTimers
import TextSafety
import TimerCompiler

/// The options for units in a directory: timers that start this program, or plain timers.
struct UnitSettings {
  let timers: TimerOptions
  /// The reason why timers are plain without `--plain`.
  let diagnostics: [Diagnostic]

  /// Combines the options; `directory` is an absolute path.
  init(
    _ settings: Settings, _ desktop: DesktopOptions, of name: InstallationName,
    in directory: String
  ) throws(Failure) {
    try desktop.check()
    var timers = settings.timers
    timers.isPersistent = desktop.isPersistent
    timers.installation = name
    // systemd 252 can't read its own escape of `$` when it reloads (measured).
    let odd = desktop.plain ? nil : [RunningProgram.own, directory].first { $0.contains("$") }
    diagnostics =
      odd.map { [Diagnostic(.notificationsPlain(path: TerminalText.oneLine($0)))] } ?? []
    if !desktop.plain, odd == nil {
      let table = "\(directory)/\(name.tableName)"
      timers.showProgram = ShowProgram(
        program: RunningProgram.own, arguments: ReminderPresenter.arguments(name, table: table),
        table: table, state: StateFile.path(of: name), until: StateFile.until(name),
        settings: try desktop.settings())
    }
    self.timers = timers
  }
}
