import ArgumentParser
import BatchCompiler
import CalendarSources
import DesktopService
import ICalendar
import LayerDocuments
import ProgramSupport
import ReminderCompiler
import TextSafety
import TimerCompiler

/// `ics2notify [compile]`: the plan.
struct CompileCommand: ConvertingCommand {
  static let configuration = CommandConfiguration(
    .compile,
    abstract: "Compile calendars into a plan.",
    examples: [
      "ics2notify calendar.ics",
      "ics2notify --format html --output plan.html --default-alarm -15m calendar.ics",
      "ics2notify --target systemd --output ~/.config/systemd/user calendar.ics",
      "ics2notify --target expo-ios calendar.ics",
    ])

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case json, text, html
  }

  static let name = CommandName.compile
  static let resultKey = "plan"

  @OptionGroup var calendars: CalendarOptions
  @OptionGroup(title: "Slots", visibility: .besidesBatch) var slots: SlotOptions
  @OptionGroup(title: "Slots", visibility: .besidesBatch) var requests: RequestOptions
  @OptionGroup(title: "Desktop", visibility: .hidden) var desktop: DesktopOptions
  @OptionGroup(title: "Desktop", visibility: .hidden) var installation: NameOptions

  @OptionGroup(title: "Output", visibility: .besidesBatch) var targets: TargetOptions
  @OptionGroup(title: "Output") var choice: Choice
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Output") var messages: MessageOptions

  /// The option that selects the format.
  struct Choice: ParsableArguments {
    @Option(
      name: [.long, .customShort("f")],
      help: "The format (default: text on a terminal, else json).")
    var format: Format?
  }

  private var target: TargetOptions.Target { targets.target }

  func check(_ batch: BatchOutput?) throws(Failure) {
    if let format = choice.format, target != .apple {
      let isLayer = target != .systemd && target != .apns
      guard isLayer, format == .json else {
        throw Failure(
          .usage,
          isLayer
            ? "--target \(target.rawValue) writes JSON, not \(format.rawValue)"
            : "--format \(format.rawValue) is for --target apple, not for \(target.rawValue)")
      }
    }
    let names = desktop.given + (installation.name == nil ? [] : ["--name"])
    if let option = names.first?.prefix(while: { $0 != " " }), target != .systemd {
      throw Failure(.usage, "\(option) goes with --target systemd, or with install")
    }
    try desktop.check()
    try desktop.checkSounds()
    guard let batch else { return }
    try requests.checkForMany()
    try batch.requireFiles(
      for: target == .apple ? "--format \(format.rawValue)" : "--target \(target.rawValue)",
      unless: target == .apple ? format == .json : target != .systemd && target != .apns)
  }

  func settings() throws(Failure) -> Settings {
    switch target {
    case .apns:
      guard slots.limit == nil, slots.reserve ?? 0 == 0 else {
        throw Failure(
          .usage, "--limit and --reserve apply to slots on a device, not to --target apns")
      }
    case .systemd: try calendars.texts.checkForDesktop()
    default:
      return try Settings(
        format == .html && target == .apple && ProgramArguments.command != .batch
          ? calendars.inUsersLanguage : calendars, messages: messages, slots: slots,
        requests: requests, target: targets)
    }
    try requests.requireNone(for: target.rawValue)
    return try Settings(calendars, messages: messages, slots: slots, desktop: desktop)
  }

  func checkValues() throws(Failure) {
    var command = self
    command.requests = requests.withoutFiles
    _ = try command.settings()
    _ = try installation.installation()
    _ = try desktop.showSettings()
  }

  private var format: Format { choice.format ?? (output.isShown ? .text : .json) }

  var suffix: String {
    switch target {
    case .systemd: ""
    case .apns: ".apns.jsonl"
    case .apple: format == .text ? ".txt" : ".\(format.rawValue)"
    default: ".\(target.rawValue).json"
    }
  }

  var shownTimes: LocalTimes {
    target == .systemd || target == .apple && format != .json ? .ofAlerts : .ofOccurrences
  }

  func run() throws { try run(into: OutputDestination(output.path)) }

  func convert(_ session: Session, into place: OutputDestination) throws -> Conversion {
    switch target {
    case .systemd: try convertToUnits(session, into: place)
    case .apns: try convertToPushes(session, into: place)
    case .apple where format == .html: try convertToPage(session, into: place)
    default: try convertToPlan(session, into: place)
    }
  }

  private func convertToPlan(
    _ session: Session, into place: OutputDestination
  ) throws -> Conversion {
    let isTable = target == .apple && format == .text
    let settings = session.settings
    var (plan, next) = plans(session, isTable: isTable)
    let status = try session.report(plan.diagnostics)
    plan.diagnostics = session.calendars.diagnostics + plan.diagnostics
    let zone = settings.compiler.deviceZone
    if isTable {
      let more = next.map { AdditionalSlot(plan, next: $0, zone: zone).text } ?? ""
      try place.write(
        table: { width in
          let remarks = more.split(separator: "\n").map { line in
            (width.map { line.wrapped(toColumns: $0) } ?? String(line)) + "\n"
          }
          return PlanTable(plan, zone: zone, width: width).text + remarks.joined()
        }, hasHeadings: !plan.requests.isEmpty, protecting: session.protected)
    } else {
      let document = LayerDocument(
        plan, respondedUntil: settings.responses.respondedUntil)
      if place.isValue {
        try place.write(
          whole: document?.jsonLine() ?? plan.jsonLine(), protecting: session.protected)
      } else {
        try place.write(
          whole: Array(document?.json() ?? plan.json()), protecting: session.protected)
      }
      // A program reads the JSON, so print a summary for people. A batch reports misses only.
      let missed = MissedBeforeRenewal(plan, zone: zone)
      let summary = PlanSummary(plan, zone: zone).text
      if !settings.isQuiet, !missed.isEmpty {
        session.messages.say(.warning, String(summary.dropLast()))
      } else if !settings.isQuiet, !place.isOneOfMany {
        session.messages.tell(summary)
      }
    }
    return Conversion(
      status: status, fires: plan.fireCount, slots: plan.requests.count,
      exactUntil: plan.exactUntil)
  }

  /// Returns the plan, and the one with one more slot that a table mentions.
  ///
  /// The compilation ends with the call, because a document of many events takes as much memory.
  private func plans(_ session: Session, isTable: Bool) -> (plan: Plan, next: Plan?) {
    let settings = session.settings
    let compilation = Compilation(
      of: session.calendars.components, settings.notifications, workers: settings.workers)
    return (compilation.plan, isTable ? compilation.planWithAdditionalSlot : nil)
  }

  private func convertToPage(
    _ session: Session, into place: OutputDestination
  ) throws -> Conversion {
    let compilation = Compilation(
      of: session.calendars.components, session.settings.notifications,
      workers: session.settings.workers)
    return try session.writePage(ofPlanIn: compilation.timeline(), into: place)
  }

  /// Prints units, or writes them into a directory.
  private func convertToUnits(_ session: Session, into place: OutputDestination) throws
    -> Conversion
  {
    let directory: FilePath? = if case .file(let path, _) = place { path } else { nil }
    let path = try directory.map { path throws(Failure) in
      try UserDirectories.unitDirectory(path)
    }
    let name = try installation.installation()
    let settings = session.settings
    let units = UnitSettings(
      settings, desktop: try desktop.settings(), of: name, in: path ?? UserDirectories.units)
    var options = units.timers
    options.hasRenewalTimer = false
    let components = session.calendars.components
    var plan = TimerPlan(of: components, options, workers: settings.workers)
    let status = try session.report(
      plan.diagnostics + [Diagnostic(.renewalMissing(by: plan.renewBy))] + units.diagnostics)
    plan.diagnostics += session.calendars.diagnostics
    let files = plan.files(zones: settings.zones)
    var told = PlanSummary(plan, zone: options.deviceZone).text
    if let directory, let path {
      let units = try UnitDirectory(
        path, of: name, isPrivate: false, protecting: session.protected)
      try units.add(files)
      try units.removeOthers(than: files)
      told +=
        "\(TerminalText.oneLine(directory.description)): \(units.change.written) units written, "
        + "\(units.change.removed) removed\n"
    } else {
      try place.write(
        whole: files.map { "# \($0.name)\n\($0.text)" }.joined(separator: "\n").utf8,
        protecting: session.protected)
    }
    if !settings.isQuiet { session.messages.tell(told) }
    return Conversion(
      status: status, fires: plan.fireCount, slots: plan.timerCount, exactUntil: plan.exactUntil)
  }

  private func convertToPushes(
    _ session: Session, into place: OutputDestination
  ) throws -> Conversion {
    let listing = FireListing(
      Expansion(
        session.calendars.components, options: session.settings.compiler,
        workers: session.settings.workers), maximumFires: PushLineWriter.maximumPushes)
    let status = try session.report(listing.diagnostics)
    let lines = PushLineWriter(listing)
    let output = try place.open(protecting: session.protected)
    var count = 0
    let cuts = listing.forEachBatch(workers: session.settings.workers) { fires in
      for place in fires.indices {
        output.append { lines.append(fireAt: place, of: fires, to: &$0) }
      }
      count += fires.count
    }
    session.show(cuts + lines.diagnostics)
    try output.close()
    return Conversion(status: status, fires: count)
  }
}
