import ArgumentParser
import CivilTime
import ICalendar
import ReminderCompiler
import TextSafety

/// `ics2notify simulate`: what the plan would do.
struct SimulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    .simulate,
    abstract: "List what the plan would fire, and how that compares with the calendars.")

  @OptionGroup var shared: SharedArguments

  @OptionGroup var planning: PlanArguments

  @Option(
    help: ArgumentHelp(
      "Play an app that is opened so often, and renews its plan each time.",
      valueName: "duration"))
  var openEvery: String?

  @Option(
    help: ArgumentHelp(
      "Play an app that is opened at this instant, too. Repeatable.", valueName: "instant"))
  var open: [String] = []

  @Flag(help: "Play an app that is never opened again.")
  var neverOpen = false

  @Option(help: "How to write the lines.")
  var format = LineFormat.jsonl

  /// The most openings: one every two hours for a year; each is a compilation.
  private static let maximumOpenings = 4_400

  func validate() throws {
    try shared.requirePaths(of: .simulate)
    guard !neverOpen || (openEvery == nil && open.isEmpty) else {
      throw ValidationError("--never-open contradicts --open and --open-every")
    }
  }

  func run() async throws {
    let session = try await Session(shared, planning)
    let compiler = session.settings.compiler
    let lines = FireLines(format.lines, zone: compiler.deviceZone)
    let (fires, last, diagnostics) = try await play(session, lines)
    let status = try session.report(diagnostics)
    let output = try StandardOutput(protecting: session.protected)
    for fire in fires { output.append { lines.append(fire, to: &$0) } }
    output.write(last)
    output.flush()
    status.exit()
  }

  private func play(
    _ session: Session, _ lines: FireLines
  ) async throws -> (fires: [ListedFire], last: String, diagnostics: [Diagnostic]) {
    let options = session.settings.notifications
    let components = session.calendars.components
    guard neverOpen || openEvery != nil || !open.isEmpty else {
      let plan = await Compiler.plan(for: components, options, session.settings.workers)
      let simulation = plan.simulation(onDeviceIn: options.deviceZone)
      return (
        simulation.fires, try lines.line(plan), plan.diagnostics + simulation.diagnostics
      )
    }
    let playback = try Compiler.playback(
      of: components, options, openings: try openings(in: options.window))
    return (playback.fires, try lines.line(playback), playback.diagnostics)
  }

  /// When the app is opened.
  private func openings(in window: Range<Instant>) throws(Failure) -> [Instant] {
    var openings: Set<Instant> = []
    for text in open {
      let instant = try OptionValue.instant(text, "--open")
      guard instant > window.lowerBound, instant < window.upperBound else {
        throw Failure(
          .usage,
          "--open \"\(TerminalText.oneLine(text))\" is not between \(window.lowerBound) and the "
            + "horizon's end, \(window.upperBound)")
      }
      openings.insert(instant)
    }
    if let openEvery {
      let duration = try OptionValue.duration(openEvery, "--open-every")
      var next = duration.end(from: window.lowerBound, in: .gmt)
      while next < window.upperBound, openings.count <= SimulateCommand.maximumOpenings {
        openings.insert(next)
        next = duration.end(from: next, in: .gmt)
      }
    }
    guard openings.count <= SimulateCommand.maximumOpenings else {
      throw Failure(
        .usage,
        "--open-every, --open: more than \(SimulateCommand.maximumOpenings) openings before the horizon's end; "
          + "open less often, or take a shorter --horizon")
    }
    return openings.sorted()
  }
}
