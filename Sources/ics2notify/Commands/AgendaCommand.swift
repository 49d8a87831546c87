import ArgumentParser
import CalendarSources
import CivilTime
import DesktopService
import ProgramSupport
import ReminderCompiler
import SystemdTimers

/// `ics2notify agenda`: the week, day by day.
struct AgendaCommand: CalendarCommand {
  static let configuration = CommandConfiguration(
    .agenda, arguments: "[<options>] [<path> ...]",
    abstract: "List the week: events, to-dos and their reminders, day by day.",
    examples: [
      "ics2notify agenda             the installed calendars, with their options",
      "ics2notify agenda --horizon 30d ~/.calendars",
    ])

  @OptionGroup var calendars: CalendarOptions
  @OptionGroup(title: "Input") var name: NameOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Output") var messages: MessageOptions

  private func settings() throws(Failure) -> Settings {
    var calendars = calendars.inUsersLanguage
    calendars.times.horizon = calendars.times.horizon ?? "P7D"
    var settings = try Settings(calendars, messages: messages)
    settings.listsOccurrences = true
    return settings
  }

  func checkValues() throws(Failure) {
    _ = try settings()
    _ = try name.installation()
    guard name.name == nil || calendars.input.paths.isEmpty else {
      throw Failure(.usage, "--name is for installed calendars, without a PATH")
    }
  }

  func run(_ words: [String]) throws {
    try checkValues()
    var status = ExitStatus.success
    let sessions: [Session]
    if calendars.input.paths.isEmpty {
      (sessions, status) = try installedSessions(words)
    } else {
      try calendars.input.requirePaths()
      sessions = [Session(try settings())]
    }
    let first = sessions[0]
    let place = OutputDestination(output.path)
    let terminal = if case .standardOutput = place { Terminal(.output) } else { Terminal.none }
    let agenda = Agenda(
      sessions.map { Agenda.Source($0.calendars.components, options: $0.settings.compiler) },
      workers: first.settings.workers)
    var colours: [String: CalendarFolder.Colour] = [:]
    var protected = ProtectedFiles()
    for (index, session) in sessions.enumerated() {
      let own = try session.report(index == 0 ? agenda.diagnostics : [])
      if own != .success { status = own }
      colours.merge(session.calendars.colours) { first, _ in first }
      protected.formUnion(session.protected)
    }
    let text = AgendaText(agenda, width: terminal.columns) { text, part in
      switch part {
      case .heading: terminal.painted(text, as: .heading)
      case .calendar: terminal.painted(text, in: colours[text])
      }
    }
    try place.write(whole: text.text.utf8, protecting: protected)
    status.exit()
  }

  /// The calendars of the installations; the status tells whether one of them can't be used.
  private func installedSessions(
    _ words: [String]
  ) throws -> (sessions: [Session], status: ExitStatus) {
    var names = [try name.installation()]
    if name.name == nil {
      // The first one has the language and the zone.
      let all = UserDirectories.installations
      names = all.filter { $0 == .unnamed } + all.filter { $0 != .unnamed }
    }
    guard !names.isEmpty else {
      throw Failure(
        .noInput, "nothing is installed; 'ics2notify agenda PATH' lists the week of a calendar")
    }
    var sessions: [Session] = []
    var failure: Failure?
    for name in names {
      do {
        sessions.append(try session(of: name, words, now: sessions.first?.settings.now))
      } catch let error as Failure where names.count > 1 {
        if let message = error.message { StandardError.say(.error, message) }
        failure = Failure(error.status, nil)
      }
    }
    if let failure, sessions.isEmpty { throw failure }
    return (sessions, failure == nil ? .success : .partial)
  }

  /// The calendars of an installation, with its options before the typed ones.
  private func session(
    of name: InstallationName, _ words: [String], now: Instant?
  ) throws -> Session {
    let file = try ConfFile(name)
    guard file.exists else { throw try name.missing() }
    try file.requirePaths()
    // The horizon of reminders is a year, and that of an agenda a week.
    let lines = try file.parsed().filter { !$0.isOption("horizon") }
    let expanded = try CommandWithFiles<AgendaCommand>(lines, before: words, from: "\(file.path)")
    var settings: Settings
    do throws(Failure) {
      settings = try expanded.command.settings()
    } catch {
      throw expanded.located(error)
    }
    if let now { settings.now = now }
    let messages = Messages()
    let calendars = CalendarInput(settings, messages: messages, copies: CalendarCopies(of: name))
    let session = Session(settings, calendars: calendars, messages: messages)
    settings.remarkOnZones(messages)
    try calendars.requireUsable()
    return session
  }
}

extension Terminal {
  /// The name of a calendar in its colour, or unchanged without colours.
  fileprivate func painted(_ name: String, in colour: CalendarFolder.Colour?) -> String {
    guard hasColours, let colour else { return name }
    // The sequence for a direct colour (ITU-T T.416, 13.1.8).
    let parts = "\(colour.red);\(colour.green);\(colour.blue)"
    return "\u{1B}[38;2;\(parts)m\(name)\u{1B}[0m"
  }
}
