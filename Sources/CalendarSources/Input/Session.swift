package import ICalendar
package import ProgramSupport
import ReminderCompiler

/// The settings, calendars and messages of a run, and the reports that commands share.
package struct Session {
  /// The settings, with the effect of the user's responses.
  package let settings: Settings
  /// The calendars.
  package let calendars: CalendarInput
  /// The messages of the run.
  package let messages: Messages

  /// Reads the calendars.
  package init(_ settings: Settings, messages: Messages = Messages()) {
    let calendars = CalendarInput(settings, messages: messages)
    var settings = settings
    let remarks = settings.responses.apply(to: &settings.notifications, calendars.components)
    self.init(settings, calendars: calendars, messages: messages)
    settings.remarkOnZones(messages)
    if !settings.isQuiet { for remark in remarks { messages.say(.note, remark) } }
  }

  /// Makes a session with calendars that are already read.
  package init(_ settings: Settings, calendars: CalendarInput, messages: Messages) {
    self.settings = settings
    self.calendars = calendars
    self.messages = messages
  }

  /// The files that no output may replace.
  package var protected: ProtectedFiles { calendars.protected }

  /// Shows all diagnostics, and returns the exit status; throws if `--strict` refuses the result.
  package func report(_ diagnostics: [Diagnostic]) throws(Failure) -> ExitStatus {
    try calendars.requireZones()
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

  /// Shows diagnostics, with excerpts of the calendar if messages go to a terminal.
  package func show(_ diagnostics: [Diagnostic]) {
    let calendars = calendars
    let excerpts: (SourceLocation) -> String? = { calendars.text(at: $0) }
    messages.show(
      diagnostics,
      by: DiagnosticPrinter(
        isQuiet: settings.isQuiet, isVerbose: settings.isVerbose,
        lineText: messages.areReadNow ? excerpts : nil,
        terminal: messages.areReadNow ? Terminal(.errors) : .none))
  }

  /// A hint about events and to-dos that lack an alarm, with the option that adds one.
  ///
  /// It is nil if all have alarms, or if the options already add default alarms.
  package var alarmHint: String? {
    let options = settings.notifications
    guard options.ruledDefaultAlarms.isEmpty,
      !options.defaultAlarms.contains(where: \.isWholeDay)
    else { return nil }
    // With --nag-overdue, to-dos already have reminders.
    let countsToDos = options.overdueNag == nil
    switch (options.defaultAlarms.isEmpty, options.allDayAlarm == nil) {
    case (true, true):
      let componentCounts = calendars.documents.map(\.componentCounts)
      let all = componentCounts.reduce(0) { $0 + $1.events + (countsToDos ? $1.toDos : 0) }
      let silent = componentCounts.reduce(0) {
        $0 + $1.eventsWithoutAlarms + (countsToDos ? $1.toDosWithoutAlarms : 0)
      }
      let subject =
        switch (silent, all) {
        case (1, 1): "the only event lacks an alarm"
        case (all, _): "all \(all) events and to-dos lack an alarm"
        case (1, _): "1 of the \(all) events and to-dos lacks an alarm"
        default: "\(silent) of the \(all) events and to-dos lack an alarm"
        }
      return silent == 0
        ? nil
        : "\(subject); --default-alarm -PT15M --all-day-alarm 09:00 reminds of each 15 minutes "
          + "before its start, or when it is due, and at 09:00 on the day of all-day ones"
    case (false, true):
      return silentSeries(countsToDos, onWholeDays: true).map {
        "all-day events and to-dos that lack an alarm: \($0); --all-day-alarm 09:00 reminds at "
          + "09:00 on the day of each"
      }
    case (true, false):
      return silentSeries(countsToDos, onWholeDays: false).map {
        "events and to-dos with a time of day that lack an alarm: \($0); "
          + "--default-alarm -PT15M reminds of each 15 minutes before its start, or when it is due"
      }
    case (false, false): return nil
    }
  }

  /// The number of series without an alarm that are all-day, or that have a time; nil for 0.
  private func silentSeries(_ countsToDos: Bool, onWholeDays isAllDay: Bool) -> Int? {
    let count = calendars.documents.reduce(0) { sum, document in
      let components = document.components.filter { countsToDos || $0.kind == .event }
      return sum
        + Dictionary(grouping: components, by: \.uid).values.count { series in
          series.allSatisfy(\.alarms.isEmpty)
            && series.contains { $0.anchor != nil && $0.isAboutDate == isAllDay }
        }
    }
    return count == 0 ? nil : count
  }

  private func hintAtDefaultAlarms() {
    guard !settings.isQuiet, let alarmHint else { return }
    messages.say(.hint, alarmHint)
  }
}
