import ArgumentParser
import CivilTime
import ICalendar
import ReminderCompiler
import TextSafety
import TimerCompiler

/// `ics2notify [compile]`: the plan.
struct CompileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: SubcommandName.compile.rawValue,
    abstract: "Compile calendars into a plan (the default).")

  /// What a plan is emitted as.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case json, systemd, text
  }

  @OptionGroup var shared: SharedArguments

  @OptionGroup var planning: PlanArguments

  @Option(
    help: ArgumentHelp(
      "What to emit: JSON for an app, systemd units, or a table (default: json).",
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

  func run() throws {
    if uninstall { return try takeAway() }
    if status { return try showStatus() }
    switch format ?? (install || persistent ? .systemd : .json) {
    case .json: try emitPlan(isTable: false)
    case .text: try emitPlan(isTable: true)
    case .systemd:
      try planning.requireNone()
      try emitTimers()
    }
  }

  private func emitPlan(isTable: Bool) throws {
    let session = try Session(shared, planning)
    let settings = session.settings
    let components = session.calendars.components
    var (plan, next): (Plan, Plan?) =
      isTable
      ? Compiler.planAndNext(for: components, settings.notifications)
      : (Compiler.plan(for: components, settings.notifications), nil)
    let status = try session.report(plan.diagnostics)
    plan.diagnostics = session.calendars.diagnostics + plan.diagnostics
    let zone = settings.compiler.deviceZone
    if !isTable { warn(of: MissedSoon(plan, zone: zone)) }
    let text =
      isTable
      ? PlanTable(plan, zone: zone).text + (next.map { NextSlot(plan, $0, zone: zone).text } ?? "")
      : String(
        decoding: try PlanDocument(plan, timeZone: zone.identifier).json(), as: UTF8.self)
    if let output, !output.isHyphen {
      try ResultFile(output, protecting: session.protected).write(text)
    } else {
      try StandardOutput(protecting: session.protected).write(whole: text)
    }
    status.exit()
  }

  /// Says what is missed soon, where the result is not read by a person.
  private func warn(of missed: MissedSoon) {
    guard !shared.quiet, !missed.isNothing else { return }
    StandardError.say("warning: \(missed.text)")
  }

  private func emitTimers() throws {
    let place = try unitDirectory()
    let installed = try InstalledUnits(in: place ?? UserDirectories.units)
    // Looked up now: the units are others afterwards.
    let before = installed.origin
    let asked =
      install
      ? installed.renewal?.asked(shared, calledWith: ProgramArguments.all) ?? shared : shared
    let session = try Session(asked, isForDevice: false)
    var options = session.settings.timers
    options.isPersistent = persistent
    options.systemZoneDataVersion = SystemZoneData.version(systemZoneData)
    // Of another machine nobody knows what it lacks.
    if systemZoneData == nil { options.systemZoneNames = SystemZoneData.installedNames }
    let renewal = RenewalArguments(
      asked, output: place, isPersistent: persistent, zoneData: systemZoneData
    ).arguments
    options.hasRenewalTimer = renewal != nil
    let plan = Compiler.timerPlan(for: session.calendars.components, options)
    let missing = renewal == nil ? [Diagnostic(.renewalMissing(by: plan.renewBy))] : []
    let status = try session.report(plan.diagnostics + missing)
    let files = renewal.map { plan.files(renewedBy: RenewalArguments.program, $0) } ?? plan.files
    let summary = PlanSummary(plan, zone: options.deviceZone).text
    guard install || place != nil else {
      try StandardOutput(protecting: session.protected).write(
        whole: files.map { "# \($0.name)\n\($0.text)" }.joined(separator: "\n"))
      if !shared.quiet { StandardError.write(summary) }
      status.exit()
    }
    let after: InstalledUnits.Origin =
      files.isEmpty
      ? .nothing
      : renewal == nil ? .standardInput : .calendars(asked.paths.map(\.absolute.argument))
    let outcome = try tried { () throws(Failure) in
      try put(files, in: place, protecting: session.protected)
    }
    if !shared.quiet {
      if asked.limit != shared.limit {
        StandardError.say(
          "note: a renewal of an earlier version named --limit without being asked to; it counts no "
            + "more")
      }
      StandardError.write(summary)
      report(outcome.change, OriginReport(before: before, after: after))
    }
    if let failure = outcome.failure { throw failure }
    status.exit()
  }

  /// Puts units into place.
  private func put(
    _ files: [TimerPlan.File], in place: String?, protecting protected: ProtectedFiles
  ) throws(Failure) -> UnitDirectory.Change {
    if install { return try Installation(place, protecting: protected).install(files) }
    let directory = try UnitDirectory(place ?? UserDirectories.units, protecting: protected)
    try directory.add(files)
    try directory.removeOthers(than: files)
    return directory.change
  }

  /// Changes units.
  ///
  /// - Parameter change: Does it.
  /// - Throws: Why the files are not as they should be.
  /// - Returns: What was changed; and where systemd doesn't take it up, why.
  private func tried(
    _ change: () throws(Failure) -> UnitDirectory.Change
  ) throws(Failure) -> (change: UnitDirectory.Change?, failure: Failure?) {
    do {
      return (try change(), nil)
    } catch {
      guard error.status == .unavailable else { throw error }
      return (nil, error)
    }
  }

  private func takeAway() throws {
    let path = try unitDirectory()
    guard try Installation.exists(in: path) else {
      if !shared.quiet {
        StandardError.say(
          "note: there is nothing of ics2notify in \(path ?? UserDirectories.units)")
      }
      return
    }
    let before = try InstalledUnits(in: path ?? UserDirectories.units).origin
    let outcome = try tried { () throws(Failure) in
      try Installation(path, isMade: false).uninstall()
    }
    if !shared.quiet { report(outcome.change, OriginReport(before: before, after: .nothing)) }
    if let failure = outcome.failure { throw failure }
  }

  private func showStatus() throws {
    let settings = try Settings(shared, isForDevice: false)
    let path = try unitDirectory() ?? UserDirectories.units
    let units = try InstalledUnits(in: path)
    let manager = units.names.isEmpty ? nil : UserManager.running
    let status = InstallationStatus(
      units: units, manager: .init(asking: manager, about: path), now: settings.compiler.now,
      zone: settings.compiler.deviceZone, zones: settings.zones)
    try StandardOutput(protecting: ProtectedFiles()).write(whole: status.text)
    (status.isIdle ? ExitStatus.unavailable : .success).exit()
  }

  /// The absolute path of the directory for units; nil where none is named.
  private func unitDirectory() throws(Failure) -> String? {
    guard let output, !output.isHyphen else { return nil }
    // Units name it in their commands, and systemd lists it in texts.
    guard let path = String(validating: output.absolute.bytes, as: UTF8.self), !path.isEmpty else {
      throw Failure(
        .cannotCreate, "\(output): isn't written: a directory of units has a name in UTF-8")
    }
    return path
  }

  private func report(_ change: UnitDirectory.Change?, _ origin: OriginReport) {
    if let change {
      let place = TerminalText.oneLine(output?.description ?? UserDirectories.units)
      StandardError.write(
        "\(place): \(change.written) units written, \(change.removed) removed\n")
    }
    StandardError.write(origin.text)
  }
}
