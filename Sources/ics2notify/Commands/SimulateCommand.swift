import ArgumentParser
import BatchCompiler
import CalendarSources
import CivilTime
import ICalendar
import ProgramSupport
import ReminderCompiler
import TextSafety

/// `ics2notify simulate`: plays the plan on a model of the device.
struct SimulateCommand: ConvertingCommand {
  static let configuration = CommandConfiguration(
    .simulate,
    abstract: "Play the plan, and compare it with the calendars.",
    examples: [
      "ics2notify simulate --format text --never-open calendar.ics",
      "ics2notify simulate --open-every 7d calendar.ics",
    ])

  static let name = CommandName.simulate
  static let resultKey = "verdict"

  /// The format of the fires and the verdict; `html` is a page instead.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case jsonl, text, html
  }

  @OptionGroup var calendars: CalendarOptions
  @OptionGroup(title: "Slots", visibility: .besidesBatch) var slots: SlotOptions
  @OptionGroup(title: "Slots", visibility: .besidesBatch) var requests: RequestOptions
  @OptionGroup(title: "Slots", visibility: .besidesBatch) var target: TargetOptions
  @OptionGroup(title: "Playing", visibility: .besidesBatch) var playing: SimulationOptions
  @OptionGroup(title: "Output") var choice: Choice
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Output") var messages: MessageOptions

  /// The option that selects the format.
  struct Choice: ParsableArguments {
    @Option(
      name: [.long, .customShort("f")],
      help: "The format (default: text on a terminal, else jsonl).")
    var format: Format?
  }

  private var format: Format { choice.format ?? (output.isShown ? .text : .jsonl) }

  func check(_ batch: BatchOutput?) throws(Failure) {
    try playing.check()
    guard let batch else { return }
    try requests.checkForMany()
    try batch.requireFiles(for: "--format \(format.rawValue)", unless: format == .jsonl)
  }

  var suffix: String { format == .text ? ".simulate.txt" : ".simulate.\(format.rawValue)" }

  var shownTimes: LocalTimes {
    // The times of a summary and of a Focus are on the device's clock.
    let isDelayed = playing.summary != nil || !playing.focus.isEmpty
    return format == .jsonl && !isDelayed ? .none : .ofAlerts
  }

  func settings() throws(Failure) -> Settings {
    try Settings(
      format == .html && ProgramArguments.command != .batch ? calendars.inUsersLanguage : calendars,
      messages: messages, slots: slots, requests: requests, target: target)
  }

  func checkValues() throws(Failure) {
    _ = try playing.controls()
    let options = try Settings(
      calendars, messages: messages, slots: slots, requests: requests.withoutFiles, target: target
    ).compiler
    _ = try playing.openings(in: options.window, options.deviceZone)
    _ = try playing.travels(in: options.window, zone: options.deviceZone, zones: .ofMachine)
  }

  func run() throws { try run(into: OutputDestination(output.path)) }

  func convert(_ session: Session, into place: OutputDestination) throws -> Conversion {
    if format == .html { return try convertToPage(session, into: place) }
    let zone = session.settings.compiler.deviceZone
    let played = try play(session)
    let status = try session.report(played.diagnostics)
    let kind = format == .jsonl ? FireLineWriter.Format.jsonLines : .text
    let lines = FireLineWriter(kind, zone: zone)
    let travels = try travels(session.settings).map { ($0.at, FireLineWriter(kind, zone: $0.zone)) }
    let output = try place.open(protecting: session.protected)
    if case .value = place {
      output.append { $0 += played.verdict }
    } else {
      for fire in played.fires {
        let own = travels.last { $0.0 < fire.at }?.1 ?? lines
        output.append { own.append(fire, to: &$0) }
      }
      output.append(try played.lastLine(lines))
    }
    try output.close()
    if format == .jsonl, !place.isOneOfMany, !session.settings.isQuiet {
      session.messages.tell(try played.lastLine(FireLineWriter(.text, zone: zone)))
    }
    return Conversion(
      status: status, fires: played.fires.count, slots: played.slots,
      exactUntil: played.exactUntil)
  }

  private func travels(_ settings: Settings) throws(Failure) -> [ZoneChange] {
    try playing.travels(
      in: settings.compiler.window, zone: settings.deviceZone, zones: settings.zones)
  }

  private func convertToPage(
    _ session: Session, into place: OutputDestination
  ) throws -> Conversion {
    let options = session.settings.notifications
    let compilation = Compilation(
      of: session.calendars.components, options, workers: session.settings.workers)
    let controls = try playing.controls()
    guard playing.isPlayed else {
      return try session.writePage(ofPlanIn: compilation.timeline(under: controls), into: place)
    }
    let timeline = try compilation.timeline(
      openings: playing.openings(in: options.window, options.deviceZone),
      travelling: travels(session.settings), under: controls)
    return try session.writePage(of: timeline, timeline.diagnostics, into: place)
  }

  /// The simulated fires and the verdict on them.
  private struct SimulationOutput {
    var fires: [ListedFire]
    var diagnostics: [Diagnostic]
    var slots: Int?
    var exactUntil: Instant?
    /// The verdict as a JSON object.
    var verdict: [UInt8]
    var lastLine: (FireLineWriter) throws -> String
  }

  private func play(_ session: Session) throws -> SimulationOutput {
    let options = session.settings.notifications
    let compilation = Compilation(
      of: session.calendars.components, options, workers: session.settings.workers)
    let controls = try playing.controls()
    guard playing.isPlayed else {
      let (plan, simulation) = (compilation.plan, compilation.simulation(under: controls))
      var summarized = plan
      summarized.diagnostics += session.calendars.diagnostics
      return SimulationOutput(
        fires: simulation.fires, diagnostics: plan.diagnostics + simulation.diagnostics,
        slots: plan.requests.count, exactUntil: plan.exactUntil,
        verdict: try plan.verdictJSON(simulation.delays),
        lastLine: { [summarized] in try $0.line(summarized, delays: simulation.delays) })
    }
    let simulation = try compilation.appSimulation(
      openings: playing.openings(in: options.window, options.deviceZone),
      travelling: travels(session.settings), under: controls)
    return SimulationOutput(
      fires: simulation.fires, diagnostics: simulation.diagnostics,
      exactUntil: simulation.verdict.exactUntil, verdict: try simulation.verdictJSON(),
      lastLine: { try $0.line(simulation) })
  }
}

/// The options of the simulated device.
struct SimulationOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Open and renew the app at this interval.", valueName: "duration"))
  var openEvery: String?

  @Option(help: ArgumentHelp("Open the app at this instant.", valueName: "instant"))
  var open: [String] = []

  @Flag(help: "Never open the app again.")
  var neverOpen = false

  @Option(
    help: ArgumentHelp(
      "Change the zone, such as 2028-01-05T20:00=Asia/Tokyo.", valueName: "time=zone"))
  var travel: [String] = []

  @Option(
    help: ArgumentHelp(
      "Times of the scheduled summary, such as 08:00,18:00.", valueName: "times"))
  var summary: String?

  @Option(help: ArgumentHelp("A Focus, such as 22:00-07:00=critical.", valueName: "hours"))
  var focus: [String] = []

  /// The most openings, about one every two hours for a year; each one compiles the calendars.
  private static let maximumOpenings = 4_400

  /// The most changes of the time zone; each one expands the calendars again.
  private static let maximumTravels = 16

  /// Whether to simulate an app with openings, or without any, instead of a single plan.
  var isPlayed: Bool { neverOpen || openEvery != nil || !open.isEmpty || !travel.isEmpty }

  func check() throws(Failure) {
    guard !neverOpen || (openEvery == nil && open.isEmpty) else {
      throw Failure(.usage, "--never-open contradicts --open and --open-every")
    }
  }

  /// The scheduled summary and the Focus hours, which delay notifications; nil without both.
  func controls() throws(Failure) -> SystemControls? {
    try OptionValue.controls(summary: summary, focuses: focus)
  }

  /// Parses the changes of the time zone, ascending.
  func travels(
    in window: Range<Instant>, zone: Zone, zones: ZoneDatabase
  ) throws(Failure) -> [ZoneChange] {
    var changes: [ZoneChange] = []
    for text in travel {
      func refusal(_ reason: String) -> Failure {
        Failure(.usage, "--travel \"\(TerminalText.oneLine(text))\" \(reason)")
      }
      guard let sign = text.lastIndex(of: "=") else {
        throw refusal("is not a time and a zone such as 2028-01-05T20:00=Asia/Tokyo")
      }
      let last = changes.last?.zone ?? zone
      let instant = try OptionValue.instant(String(text[..<sign]), of: "--travel") { _ in last }
      guard instant > window.lowerBound, instant < window.upperBound else {
        throw refusal(
          "is not between \(window.lowerBound) and the horizon's end, \(window.upperBound)")
      }
      guard changes.last.map({ $0.at < instant }) ?? true else {
        throw refusal("is not later than the one before it")
      }
      let name = String(text[text.index(after: sign)...])
      changes.append(
        ZoneChange(at: instant, to: try OptionValue.zone(name, zones: zones, of: "--travel")))
    }
    guard changes.count <= SimulationOptions.maximumTravels else {
      throw Failure(.usage, "--travel: more than \(SimulationOptions.maximumTravels) changes")
    }
    return changes
  }

  func openings(
    in window: Range<Instant>, _ zone: Zone
  ) throws(Failure) -> [Instant] {
    var openings: Set<Instant> = []
    for text in open {
      let instant = try OptionValue.instant(text, of: "--open") { _ in zone }
      guard instant > window.lowerBound, instant < window.upperBound else {
        throw Failure(
          .usage,
          "--open \"\(TerminalText.oneLine(text))\" is not between \(window.lowerBound) and the "
            + "horizon's end, \(window.upperBound)")
      }
      openings.insert(instant)
    }
    if let openEvery {
      let duration = try OptionValue.duration(openEvery, of: "--open-every")
      var next = duration.end(from: window.lowerBound, in: .gmt)
      while next < window.upperBound, openings.count <= SimulationOptions.maximumOpenings {
        openings.insert(next)
        next = duration.end(from: next, in: .gmt)
      }
    }
    guard openings.count <= SimulationOptions.maximumOpenings else {
      throw Failure(
        .usage,
        "--open-every, --open: more than \(SimulationOptions.maximumOpenings) openings before the "
          + "horizon's end; open less often, or take a shorter --horizon")
    }
    return openings.sorted()
  }
}
