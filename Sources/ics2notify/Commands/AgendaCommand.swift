import ArgumentParser
import ReminderCompiler

/// `ics2notify agenda`: the week, day by day.
struct AgendaCommand: CalendarCommand {
  static let configuration = CommandConfiguration(
    .agenda,
    abstract: "List the week: events, to-dos and their reminders, day by day.",
    examples: ["ics2notify agenda ~/calendar.ics", "ics2notify agenda --horizon 30d ~/.calendars"])

  @OptionGroup var calendars: CalendarOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Output") var messages: MessageOptions

  private func settings() throws(Failure) -> Settings {
    var calendars = calendars
    calendars.times.horizon = calendars.times.horizon ?? "P7D"
    var settings = try Settings(calendars, messages)
    settings.listsOccurrences = true
    return settings
  }

  func checkValues() throws(Failure) { _ = try settings() }

  func run() throws {
    try calendars.input.requirePaths()
    let session = Session(try settings())
    let place = OutputDestination(output.path)
    let terminal = if case .standardOutput = place { Terminal(.output) } else { Terminal.none }
    let agenda = Agenda(
      session.calendars.components, session.settings.compiler, session.settings.workers,
      width: terminal.columns)
    let status = try session.report(agenda.diagnostics)
    let colours = session.calendars.colours
    let text = agenda.text { text, part in
      switch part {
      case .heading: terminal.painted(text, .heading)
      case .calendar: terminal.painted(text, in: colours[text])
      }
    }
    try place.write(whole: text.utf8, protecting: session.protected)
    status.exit()
  }
}
