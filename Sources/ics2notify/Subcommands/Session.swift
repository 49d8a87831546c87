import ICalendar
import ReminderCompiler

/// What all subcommands do around their own work: read, report, and end.
struct Session {
  /// What the options mean.
  let settings: Settings
  /// What was read.
  let calendars: ReadCalendars
  /// What no output may replace.
  let protected: ProtectedFiles

  /// Reads the options and the calendars.
  ///
  /// - Parameters:
  ///   - options: The options as typed.
  ///   - isForDevice: Whether the result is for a system that keeps 64 requests.
  /// - Throws: What makes no sense.
  init(_ options: SharedArguments, isForDevice: Bool) async throws(Failure) {
    settings = try Settings(options, isForDevice: isForDevice)
    calendars = await ReadCalendars(settings)
    protected = calendars.protected
  }

  /// Reads the options, what is pending and the calendars of a subcommand that makes a plan of
  /// requests.
  ///
  /// - Parameters:
  ///   - options: The options as typed.
  ///   - planning: Those for a plan.
  /// - Throws: What makes no sense, or why what is pending can't be read.
  init(_ options: SharedArguments, _ planning: PlanArguments) async throws(Failure) {
    var settings = try Settings(options, isForDevice: true)
    try planning.apply(to: &settings)
    if let pending = planning.pending {
      settings.notifications.pending = PendingIdentifiers(
        try StoredPlanFile.read(pending).identifiers)
    }
    self.settings = settings
    calendars = await ReadCalendars(settings)
    var protected = calendars.protected
    if let pending = planning.pending { protected.add(pending) }
    self.protected = protected
  }

  /// Shows what was found, and ends the program where the result must not be emitted.
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
    DiagnosticPrinter(
      isQuiet: settings.isQuiet, lineText: StandardError.isTerminal ? excerpts : nil
    ).show(diagnostics)
  }

  private func hintAtDefaultAlarms() {
    guard !settings.isQuiet,
      let text = AlarmHint(calendars.documents, settings.notifications).text
    else { return }
    StandardError.say("hint: \(text)")
  }
}
