package import DesktopReminders

/// What shows reminders where timers only wake it: this program.
package struct TimerShowing: Hashable, Sendable {
  /// The program's absolute path.
  package let program: String
  /// What has it show what is due.
  package let arguments: [String]
  /// The absolute path of the table in which it finds what is due.
  package let table: String
  /// The absolute path of what the program remembers.
  package let state: String
  /// The absolute path of the file that tells what was shown without the program.
  package let until: String
  /// How it shows reminders.
  package let settings: ShowSettings

  /// Makes what shows reminders.
  package init(
    program: String, arguments: [String], table: String, state: String, until: String,
    settings: ShowSettings
  ) {
    self.program = program
    self.arguments = arguments
    self.table = table
    self.state = state
    self.until = until
    self.settings = settings
  }
}
