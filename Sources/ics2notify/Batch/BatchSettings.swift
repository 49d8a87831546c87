import CalendarFiles

/// The settings of a batch.
struct BatchSettings {
  /// The file with the paths of calendars, or `-` for standard input; nil without such a list.
  var filesFrom: FilePath?
  /// Whether these paths end with NUL.
  var areNullTerminated = false
  /// Whether calendars are lines of JSON on standard input.
  var readsLines = false
  /// The log to begin.
  var log: FilePath?
  /// The log to continue.
  var resume: FilePath?
  /// Whether to skip calendars whose results would not change.
  var skipsUnchanged = false
  /// Whether to remove results whose calendar is gone.
  var prunes = false
  /// The name of the command that makes each result.
  let command: String
  /// The words of the command line on which results depend.
  var conditions: [String] = []
  /// The files with options, which are already in the words.
  var optionFiles: [FilePath] = []
  /// The ends of the names of all kinds of result files.
  var suffixes: [String] = []

  init(of command: String) {
    self.command = command
  }
}
