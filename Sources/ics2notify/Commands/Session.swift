import ICalendar
import PlanPages
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

extension Session {
  /// Reports what was found, and writes a page; `slots` is nil if there are several plans.
  func writePage(
    of chronicle: Chronicle, _ diagnostics: [Diagnostic], slots: Int? = nil, remark: String? = nil,
    into place: ResultPlace
  ) throws -> Conversion {
    let status = try report(diagnostics)
    let page = PlanPage(
      chronicle, remarks: [remark, alarmHint].compactMap { $0 },
      findings: PageFindings(calendars.diagnostics + diagnostics))
    try place.write(whole: try page.bytes(), protecting: protected)
    return Conversion(
      status: status, fires: chronicle.plan.fireCount, slots: slots,
      exactUntil: chronicle.verdict.exactUntil)
  }
}

/// A hint about events and to-dos without a reminder, and the option that adds one.
struct AlarmHint {
  /// The number of events and to-dos.
  private let all: Int
  /// The number of those without an alarm to which an option could add one.
  private let silent: Int
  /// The kind of components without such an option.
  private let times: Times

  /// The kind of events and to-dos that a hint is about.
  private enum Times {
    case all, timed, allDay
  }

  /// Counts what was read.
  ///
  /// - Parameters:
  ///   - documents: What was read.
  ///   - options: The alarms that options add to the calendar.
  init(_ documents: [CalendarDocument], _ options: NotificationOptions) {
    let hasWholeDays = options.defaultAlarms.contains(where: \.isWholeDay)
    times =
      options.allDayAlarm != nil ? .timed : options.defaultAlarms.isEmpty ? .all : .allDay
    let census = documents.map(\.census)
    // Nagging already reminds of to-dos that are due.
    let countsToDos = options.overdueNag == nil
    all = census.reduce(0) { $0 + $1.events + (countsToDos ? $1.toDos : 0) }
    if hasWholeDays || !options.ruledDefaultAlarms.isEmpty
      || options.allDayAlarm != nil && !options.defaultAlarms.isEmpty
    {
      silent = 0
    } else if times == .all {
      silent = census.reduce(0) {
        $0 + $1.eventsWithoutAlarms + (countsToDos ? $1.toDosWithoutAlarms : 0)
      }
    } else {
      silent = AlarmHint.seriesWithoutAlarms(
        documents, onWholeDays: times == .allDay, countsToDos: countsToDos)
    }
  }

  /// Counts the all-day series without an alarm, or those with a time of day, where all are read.
  private static func seriesWithoutAlarms(
    _ documents: [CalendarDocument], onWholeDays isAllDay: Bool, countsToDos: Bool
  ) -> Int {
    documents.reduce(0) { sum, document in
      let series = Dictionary(
        grouping: document.components.filter { countsToDos || $0.kind == .event }, by: \.uid)
      return sum
        + series.values.count { components in
          components.allSatisfy(\.alarms.isEmpty)
            && components.contains { $0.anchor?.isDate == isAllDay }
        }
    }
  }

  /// The text; nil where there is nothing to say.
  var text: String? {
    guard silent > 0 else { return nil }
    let (noun, verbs, each, day) =
      silent == 1
      ? ("event or to-do", "lacks an alarm", "it", "its day")
      : ("events and to-dos", "lack an alarm", "each", "the day of each")
    return switch times {
    case .all:
      "\(subject); --default-alarm -PT15M --all-day-alarm 09:00 reminds 15 minutes before each, "
        + "and at 09:00 on the day of all-day ones"
    case .timed:
      "\(silent) \(noun) with a time of day \(verbs); "
        + "--default-alarm -PT15M reminds 15 minutes before \(each)"
    case .allDay:
      "\(silent) all-day \(noun) \(verbs); "
        + "--all-day-alarm 09:00 reminds at 09:00 on \(day)"
    }
  }

  private var subject: String {
    switch (silent, all) {
    case (1, 1): "the only event lacks an alarm"
    case (all, _): "all \(all) events and to-dos lack an alarm"
    case (1, _): "1 of the \(all) events and to-dos lacks an alarm"
    default: "\(silent) of the \(all) events and to-dos lack an alarm"
    }
  }
}
