package import ProgramSupport

/// The settings of a batch.
package struct BatchSettings {
  /// The file with the paths of calendars, or `-` for standard input; nil without such a list.
  package var filesFrom: FilePath?
  /// Whether these paths end with NUL.
  package var areNullTerminated = false
  /// Whether calendars are lines of JSON on standard input.
  package var readsLines = false
  /// The log to begin.
  package var log: FilePath?
  /// The log to continue.
  package var resume: FilePath?
  /// Whether to skip calendars whose results would not change.
  package var skipsUnchanged = false
  /// Whether to remove results whose calendar is gone.
  package var prunes = false
  /// The name of the command that makes each result.
  let command: String
  /// The words of the command line on which results depend.
  package var conditions: [String] = []
  /// The files with options, which are already in the words.
  package var optionFiles: [FilePath] = []
  /// The ends of the names of all kinds of result files.
  package var suffixes: [String] = []

  /// Makes settings for the results of a command.
  package init(of command: String) {
    self.command = command
  }
}
