import ArgumentParser
import CivilTime
import ReminderCompiler

/// `ics2notify [compile]`: the plan.
struct CompileCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    .compile,
    abstract: "Compile calendars into a plan (the default).")

  /// What a plan is emitted as.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case json, systemd, text, apns
  }

  @OptionGroup var shared: SharedArguments

  @OptionGroup var planning: PlanArguments

  @Option(
    help: ArgumentHelp(
      "What to emit: JSON for an app, systemd units, a table, or lines for a server that sends "
        + "pushes by APNs (default: json).",
      valueName: "format"))
  var format: Format?

  @Option(
    help: ArgumentHelp(
      "The file to write, or the directory for systemd units (default: standard output).",
      valueName: "path"))
  var output: FilePath?

  @Flag(help: "Write systemd units to where the user's systemd finds them, and start them.")
  var install = false

  @Flag(help: "Stop and remove what --install put in place.")
  var uninstall = false

  @Flag(help: "List what is installed, from what, and whether systemd runs it.")
  var status = false

  @Flag(help: "Have timers show late what they missed while the user was not logged in.")
  var persistent = false

  @Option(
    help: ArgumentHelp(
      "The version of the time zone data that systemd reads, or same (default: this machine's).",
      valueName: "version"))
  var systemZoneData: String?

  func validate() throws {
    let names = [
      (install, "install"), (uninstall, "uninstall"), (status, "status"),
      (persistent, "persistent"),
    ].filter(\.0).map { "--\($0.1)" }
    if let name = names.first, let format, format != .systemd {
      throw ValidationError("\(name) is for systemd units, not for --format \(format.rawValue)")
    }
    if install || uninstall || status, output?.isHyphen == true {
      throw ValidationError("--output - is standard output, where nothing can be installed")
    }
    guard !uninstall, !status else {
      guard shared.paths.isEmpty, names.count == 1 else {
        throw ValidationError(
          "\(uninstall ? "--uninstall" : "--status") takes no PATH, and no other such option")
      }
      return
    }
    try shared.requirePaths(of: .compile)
    try shared.requireNoMistypedSubcommand()
  }

  func run() async throws {
    if uninstall { return try takeAway() }
    if status { return try showStatus() }
    switch format ?? (install || persistent ? .systemd : .json) {
    case .json: try await emitPlan(isTable: false)
    case .text: try await emitPlan(isTable: true)
    case .apns:
      try planning.requireNone(for: "apns")
      guard shared.limit == nil, shared.reserve == 0 else {
        throw Failure(
          .usage, "--limit and --reserve are about slots on a device, not about --format apns")
      }
      try await emitPushes()
    case .systemd:
      try planning.requireNone(for: "systemd")
      try await emitTimers()
    }
  }

  private func emitPlan(isTable: Bool) async throws {
    let session = try await Session(shared, planning)
    let settings = session.settings
    let components = session.calendars.components
    var (plan, next): (Plan, Plan?) =
      isTable
      ? await Compiler.planAndNext(for: components, settings.notifications, settings.workers)
      : (await Compiler.plan(for: components, settings.notifications, settings.workers), nil)
    let status = try session.report(plan.diagnostics)
    plan.diagnostics = session.calendars.diagnostics + plan.diagnostics
    let zone = settings.compiler.deviceZone
    if !isTable { warn(of: MissedSoon(plan, zone: zone)) }
    if isTable {
      let more = next.map { NextSlot(plan, $0, zone: zone).text } ?? ""
      try write((PlanTable(plan, zone: zone).text + more).utf8, session.protected)
    } else {
      try write(plan.json(), session.protected)
    }
    status.exit()
  }

  /// Writes a line for each fire.
  private func emitPushes() async throws {
    let session = try await Session(shared, isForDevice: false)
    let listing = FireListing(session.calendars.components, session.settings.compiler)
    let status = try session.report(listing.diagnostics)
    let lines = PushLines(listing)
    var write: ([UInt8]) -> Void
    var end: () throws(Failure) -> Void
    if let output, !output.isHyphen {
      let result = try ResultFile(output, protecting: session.protected).open()
      (write, end) = (result.append, result.close)
    } else {
      let output = try StandardOutput(protecting: session.protected)
      write = { bytes in output.append { $0 += bytes } }
      end = output.flush
    }
    var bytes: [UInt8] = []
    let cuts = await listing.forEachBatch(session.settings.workers) { fires in
      for place in fires.indices {
        lines.append(fires, place, to: &bytes)
        guard bytes.count >= CompileCommand.pieceSize else { continue }
        write(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    write(bytes)
    session.show(cuts + lines.diagnostics)
    try end()
    status.exit()
  }

  /// The bytes of lines that are gathered before they are written.
  private static let pieceSize = 1 << 16

  private func write(
    _ bytes: some Collection<UInt8>, _ protected: ProtectedFiles
  ) throws(Failure) {
    if let output, !output.isHyphen {
      try ResultFile(output, protecting: protected).write(String(decoding: bytes, as: UTF8.self))
    } else {
      try StandardOutput(protecting: protected).write(whole: bytes)
    }
  }

  /// Says what is missed soon, where the result is not read by a person.
  private func warn(of missed: MissedSoon) {
    guard !shared.quiet, !missed.isNothing else { return }
    StandardError.say("warning: \(missed.text)")
  }
}
