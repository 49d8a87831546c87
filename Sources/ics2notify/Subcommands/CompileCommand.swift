import ArgumentParser
import CivilTime
import ReminderCompiler
import TextSafety

/// `ics2notify [compile]`: the plan.
struct CompileCommand: ConvertingCommand {
  static let configuration = CommandConfiguration(
    .compile,
    abstract: "Compile calendars into a plan (the default).",
    examples: [
      "ics2notify --format text calendar.ics",
      "ics2notify --install --default-alarm=-PT10M ~/.calendars",
    ])

  /// What a plan is emitted as.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case json, jsonl, systemd, text, html, apns
  }

  static let name = SubcommandName.compile
  static let resultKey = "plan"

  @OptionGroup var shared: SharedArguments
  @OptionGroup var batch: BatchArguments
  @OptionGroup var planning: PlanArguments

  @Option(
    name: [.long, .customShort("f")],
    help: ArgumentHelp(
      "What to emit: JSON for an app, systemd units, a table, a page to look at, lines for a server "
        + "that sends pushes by APNs, or jsonl: a line with the plan of each (default: json; jsonl "
        + "with --each alone).",
      valueName: "format"))
  var format: Format?

  @Option(
    name: [.long, .customShort("o")],
    help: ArgumentHelp(
      "The file to write, or the directory for systemd units, and for files with --each (default: "
        + "standard output).",
      valueName: "path"), completion: .file())
  var output: FilePath?

  @Flag(help: "Write systemd units to where the user's systemd finds them, and start them.")
  var install = false

  @Flag(help: "Stop and remove what --install put in place.")
  var uninstall = false

  @Flag(
    help: ArgumentHelp(
      "List the installed timers, whether systemd runs them, and the reminders that wait, are "
        + "snoozed or were shown."))
  var status = false

  @Flag(help: "Change nothing where a path can't be read, as the installed renewal does.")
  var renewal = false

  @Option(
    help: ArgumentHelp(
      "What the installation is called, where there are several (default: none).",
      valueName: "name"))
  var name: String?

  @Flag(
    help: "Show one reminder now, and describe the desktop's buttons, timeout and do-not-disturb.")
  var test = false

  @OptionGroup var showing: ShowArguments

  func validate() throws {
    guard !renewal || install else { throw ValidationError("--renewal goes with --install") }
    let names =
      [
        (install, "install"), (uninstall, "uninstall"), (status, "status"), (test, "test"),
      ].filter(\.0).map { "--\($0.1)" } + showing.all
    if let option = names.first ?? name.map({ _ in "--name" }), let format, format != .systemd {
      throw ValidationError("\(option) is for systemd units, not for --format \(format.rawValue)")
    }
    if install || uninstall || status || test, output?.isHyphen == true {
      throw ValidationError("--output - is standard output, where nothing can be installed")
    }
    guard !uninstall, !status, !test else {
      guard shared.paths.isEmpty, names.count == 1 else {
        throw ValidationError("\(names[0]) takes no PATH, and no other such option")
      }
      return
    }
    try checkBatch()
    try shared.requireNoMistypedSubcommand()
  }

  func settings() throws(Failure) -> Settings {
    switch emitted {
    case .json, .jsonl, .text, .html:
      return try Settings(shared, planning)
    case .apns:
      try planning.requireNone(for: "apns")
      guard shared.limit == nil, shared.reserve == 0 else {
        throw Failure(
          .usage, "--limit and --reserve are about slots on a device, not about --format apns")
      }
    case .systemd:
      try planning.requireNone(for: "systemd")
    }
    return try Settings(shared, isForDevice: false)
  }

  func checkValues() throws(Failure) {
    var command = self
    command.planning = planning.withoutPending
    _ = try command.settings()
    _ = try OptionValue.installation(name)
    _ = try showing.settings()
  }

  /// Refuses what makes no sense about many calendars.
  private func checkBatch() throws {
    try batch.check(shared, of: .compile, into: batchOutput.directory)
    guard batch.each else {
      guard format != .jsonl else {
        throw ValidationError("--format jsonl is a line for each calendar, and goes with --each")
      }
      return
    }
    try planning.check(isForEach: true)
    guard !install else { throw ValidationError("--install and --each contradict each other") }
    if batchOutput.directory == nil, emitted != .jsonl {
      throw ValidationError(
        "with --each, --format \(emitted.rawValue) goes into files: --output names their directory")
    }
  }

  var words: [String] {
    shared.words + planning.words + showing.words + ["--format=\(emitted.rawValue)"]
      + (name.map { ["--name=\($0)"] } ?? [])
  }

  func workerWords() throws(Failure) -> [String] {
    guard emitted == .systemd, !shared.rules.isEmpty else { return shared.ruleWords + words }
    return try shared.ruleWords + words + renewalOptions(shared).map { "--renewal-option=\($0)" }
  }

  /// The options that a renewal is given: what was typed, for it reads files of options anew.
  ///
  /// - Parameter asked: The options of every subcommand, as they were asked for.
  /// - Throws: Where what was typed makes no sense by itself.
  /// - Returns: The options as words.
  func renewalOptions(_ asked: SharedArguments) throws(Failure) -> [String] {
    guard !shared.rules.isEmpty else {
      return RenewalArguments.options(asked, showing)
    }
    // Who started this worker knows what was typed.
    guard batch.worker == nil else { return batch.renewalOption }
    do {
      let typed = try CompileCommand.parse(ProgramArguments.own)
      return RenewalArguments.options(typed.shared, typed.showing)
    } catch {
      throw Failure(.usage, TerminalText.oneLine(CompileCommand.message(for: error)))
    }
  }

  var batchOutput: BatchOutput {
    guard let output, !output.isHyphen else { return .lines }
    switch emitted {
    case .json: return .files(output, suffix: ".json")
    case .jsonl: return .lines
    case .text: return .files(output, suffix: ".txt")
    case .html: return .files(output, suffix: ".html")
    case .apns: return .files(output, suffix: ".apns.jsonl")
    case .systemd: return .files(output, suffix: "")
    }
  }

  /// What is emitted.
  var emitted: Format {
    if format == nil, batch.each, output?.isHyphen ?? true { return .jsonl }
    return format ?? (install || !showing.all.isEmpty || name != nil ? .systemd : .json)
  }

  func run() throws {
    if uninstall { return try takeAway() }
    if status { return try showStatus() }
    if test { return try showTest() }
    if install { return try installTimers() }
    try run(into: ResultPlace(output))
  }

  func convert(_ session: Session, into place: ResultPlace) throws -> Conversion {
    switch emitted {
    case .json, .jsonl, .text: try convertToPlan(session, into: place)
    case .html: try convertToPage(session, into: place)
    case .apns: try convertToPushes(session, into: place)
    case .systemd: try convertToUnits(session, into: place)
    }
  }

  private func convertToPlan(
    _ session: Session, into place: ResultPlace
  ) throws -> Conversion {
    let isTable = emitted == .text
    let settings = session.settings
    let components = session.calendars.components
    var (plan, next): (Plan, Plan?) =
      isTable
      ? Compiler.planAndNext(for: components, settings.notifications, settings.workers)
      : (Compiler.plan(for: components, settings.notifications, settings.workers), nil)
    let status = try session.report(plan.diagnostics)
    plan.diagnostics = session.calendars.diagnostics + plan.diagnostics
    let zone = settings.compiler.deviceZone
    if isTable {
      let cost = quietHoursCost(of: plan, session).map { "\($0)\n" } ?? ""
      let more = next.map { NextSlot(plan, $0, zone: zone).text } ?? ""
      try place.write(
        table: { width in
          let remarks = (cost + more).split(separator: "\n").map { line in
            (width.map { line.wrapped(toColumns: $0) } ?? String(line)) + "\n"
          }
          return PlanTable(plan, zone: zone, width: width).text + remarks.joined()
        }, hasHeadings: !plan.requests.isEmpty, protecting: session.protected)
    } else {
      // Nobody reads it line by line.
      let missed = MissedSoon(plan, zone: zone)
      if !settings.isQuiet, !missed.isNothing { session.messages.say(.warning, missed.text) }
      // Of thousands of calendars each would be compiled twice for it.
      if !settings.isQuiet, !batch.each, let cost = quietHoursCost(of: plan, session) {
        session.messages.say(.note, cost)
      }
      if place.isValue {
        try place.write(whole: plan.lineBytes(), protecting: session.protected)
      } else {
        try place.write(whole: Array(plan.json()), protecting: session.protected)
      }
    }
    return Conversion(
      status: status, fires: plan.fireCount, slots: plan.requests.count,
      exactUntil: plan.exactUntil)
  }

  /// Writes a page to look at.
  private func convertToPage(
    _ session: Session, into place: ResultPlace
  ) throws -> Conversion {
    let options = session.settings.notifications
    let components = session.calendars.components
    let plan = Compiler.plan(for: components, options, session.settings.workers)
    let chronicle = try Compiler.chronicle(of: plan, for: components, options)
    return try session.writePage(
      of: chronicle, plan.diagnostics + chronicle.diagnostics, slots: plan.requests.count,
      remark: quietHoursCost(of: plan, session), into: place)
  }

  private func quietHoursCost(of plan: Plan, _ session: Session) -> String? {
    let settings = session.settings
    return Compiler.quietHoursCost(
      of: plan, for: session.calendars.components, settings.notifications, settings.workers)
  }

  /// Writes a line for each fire.
  private func convertToPushes(
    _ session: Session, into place: ResultPlace
  ) throws -> Conversion {
    let listing = FireListing(
      Expansion(session.calendars.components, session.settings.compiler, session.settings.workers))
    let status = try session.report(listing.diagnostics)
    let lines = PushLines(listing)
    let output = try place.open(protecting: session.protected)
    var count = 0
    let cuts = listing.forEachBatch(session.settings.workers) { fires in
      for index in fires.indices { output.append { lines.append(fires, index, to: &$0) } }
      count += fires.count
    }
    session.show(cuts + lines.diagnostics)
    try output.close()
    return Conversion(status: status, fires: count)
  }
}
