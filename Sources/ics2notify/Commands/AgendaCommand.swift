import ArgumentParser
import ReminderCompiler
import WorkSharing

/// `ics2notify agenda`: the week, day by day.
struct AgendaCommand: CalendarCommand {
  static let configuration = CommandConfiguration(
    .agenda,
    abstract: "List the week day by day.",
    examples: ["ics2notify agenda ~/calendar.ics", "ics2notify agenda --horizon 30d ~/.calendars"])

  @OptionGroup var calendars: CalendarOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Output") var messages: MessageOptions

  private func settings() throws(Failure) -> Settings {
    var calendars = calendars
    calendars.times.horizon = calendars.times.horizon ?? "P7D"
    return try Settings(calendars, messages)
  }

  func checkValues() throws(Failure) { _ = try settings() }

  func run() throws {
    try calendars.input.requirePaths(of: .agenda)
    let session = Session(try settings())
    let workers = session.settings.workers
    let listing = FireListing(
      Expansion(session.calendars.components, session.settings.compiler, workers))
    let status = try session.report(listing.diagnostics)
    let place = ResultPlace(output.path)
    let stream = try place.open(protecting: session.protected)
    let terminal = if case .standardOutput = place { Terminal(.output) } else { Terminal.none }
    let agenda = FireAgenda(listing, width: terminal.columns)
    let cuts = listing.forEachBatch(workers) { fires in
      for index in fires.indices {
        stream.append { bytes in
          agenda.append(fires, index, to: &bytes) { terminal.painted($0, .heading) }
        }
      }
      stream.flush()
    }
    session.show(cuts)
    try stream.close()
    status.exit()
  }
}
