import ICalendar
import SystemdTimers
import TextSafety
import TimerCompiler

/// The options for the units of a directory: timers that wake this program, or plain ones.
struct UnitSettings {
  let timers: TimerOptions
  /// The reason why the timers are plain without `--plain`.
  let diagnostics: [Diagnostic]

  /// Combines the options for units in a directory, an absolute path.
  init(
    _ settings: Settings, _ desktop: DesktopOptions, of name: InstallationName,
    in directory: String
  ) throws(Failure) {
    try desktop.check()
    var timers = settings.timers
    timers.isPersistent = desktop.isPersistent
    timers.installation = name
    // Measured with systemd 252: at a reload it can't read the escape that it has written for it.
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
