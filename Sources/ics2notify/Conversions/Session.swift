import ICalendar
import ReminderCompiler

/// What all subcommands do around their own work: read, report, and end.
struct Session {
  /// What the options mean.
  let settings: Settings
  /// What was read.
  let calendars: ReadCalendars
  /// What is told of it.
  let messages: Messages

  /// Reads the calendars.
  ///
  /// - Parameters:
  ///   - settings: What the options mean.
  ///   - messages: Is told what is found.
  init(_ settings: Settings, _ messages: Messages = Messages()) {
    self.init(settings, ReadCalendars(settings, messages), messages)
  }

  /// Takes up calendars that have been read.
  ///
  /// - Parameters:
  ///   - settings: What the options mean.
  ///   - calendars: The calendars.
  ///   - messages: Is told what is found.
  init(_ settings: Settings, _ calendars: ReadCalendars, _ messages: Messages) {
    self.settings = settings
    self.calendars = calendars
    self.messages = messages
  }

  /// What no output may replace.
  var protected: ProtectedFiles { calendars.protected }

  /// Shows what was found, and ends the run where the result must not be emitted.
  ///
  /// - Parameter diagnostics: What compiling found.
  /// - Throws: Why the result must not be emitted.
  /// - Returns: How the program ends after the result is out.
  func report(_ diagnostics: [Diagnostic]) throws(Failure) -> ExitStatus {
    let all = calendars.diagnostics + diagnostics
    show(all)
    try calendars.requireUsable()
    hintAtDefaultAlarms()
    let isRefused = calendars.hasFailed || all.contains { $0.severity == .error }
    if isRefused, settings.isStrict {
      throw Failure(.noUsableInput, "--strict: a part of the input is refused; nothing is emitted")
    }
    return isRefused ? .partial : .success
  }

  /// Shows diagnostics, with excerpts where a person reads along.
  func show(_ diagnostics: [Diagnostic]) {
    let calendars = calendars
    let excerpts: (SourceLocation) -> String? = { calendars.text(at: $0) }
    messages.show(
      diagnostics,
      by: DiagnosticPrinter(
        isQuiet: settings.isQuiet, isVerbose: settings.isVerbose,
        lineText: messages.areReadNow ? excerpts : nil,
        terminal: messages.areReadNow ? Terminal(.errors) : .none))
  }

  /// Which option gives reminders to what asks for none; nil where nothing does.
  var alarmHint: String? { AlarmHint(calendars.documents, settings.notifications).text }

  private func hintAtDefaultAlarms() {
    guard !settings.isQuiet, let alarmHint else { return }
    messages.say(.hint, alarmHint)
  }
}
