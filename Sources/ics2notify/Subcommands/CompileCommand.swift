import ArgumentParser
import CivilTime
import Foundation
import ICalendar
import ReminderCompiler

/// `ics2notify [compile]`: the plan.
struct CompileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compile", abstract: "Compile calendars into a plan (the default).")

  /// What a plan is emitted as.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case json, systemd, text
  }

  @OptionGroup var shared: SharedOptions

  @OptionGroup var planning: PlanOptions

  @Option(
    help: ArgumentHelp(
      "What to emit: JSON for an app, systemd units, or a table (default: json).",
      valueName: "format"))
  var format: Format?

  @Option(
    help: ArgumentHelp(
      "The file to write, or the directory for systemd units (default: standard output).",
      valueName: "path"))
  var output: String?

  @Flag(help: "Write systemd units to where the user's systemd finds them, and start them.")
  var install = false

  @Flag(help: "Stop and remove what --install put in place.")
  var uninstall = false

  @Flag(help: "Have timers show late what they missed while the user was not logged in.")
  var persistent = false

  @Option(
    help: ArgumentHelp(
      "The version of the time zone data that systemd reads, or same (default: this machine's).",
      valueName: "version"))
  var systemZoneData: String?

  func validate() throws {
    let names = [(install, "install"), (uninstall, "uninstall"), (persistent, "persistent")]
      .filter(\.0).map { "--\($0.1)" }
    if let name = names.first, let format, format != .systemd {
      throw ValidationError("\(name) is for systemd units, not for --format \(format.rawValue)")
    }
    guard !uninstall else {
      guard shared.paths.isEmpty, !install else {
        throw ValidationError("--uninstall takes no PATH, and no --install")
      }
      return
    }
    try shared.requirePaths(of: "compile")
  }

  func run() throws {
    if uninstall { return try takeAway() }
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
    let components = session.input.components
    var (plan, next): (Plan, Plan?) =
      isTable
      ? Compiler.planAndNext(for: components, settings.compiler)
      : (Compiler.plan(for: components, settings.compiler), nil)
    let status = try session.report(plan.diagnostics)
    plan.diagnostics = session.input.diagnostics + plan.diagnostics
    let zone = settings.compiler.deviceZone
    if !isTable { warn(of: MissedSoon(plan, zone: zone)) }
    let text =
      isTable
      ? PlanTable(plan, zone: zone).text + (next.map { NextSlot(plan, $0, zone: zone).text } ?? "")
      : String(
        decoding: try PlanDocument(plan, timeZone: zone.identifier).json(), as: UTF8.self)
    if let output {
      try ResultFile.write(text, to: output)
    } else {
      Output.standard.write(whole: text)
    }
    status.exit()
  }

  /// Says what is missed soon, where the result is not read by a person.
  private func warn(of missed: MissedSoon) {
    guard !shared.quiet, !missed.isNothing else { return }
    StandardError.write("ics2notify: warning: \(missed.text)\n")
  }

  private func emitTimers() throws {
    let session = try Session(shared, isForDevice: false)
    var options = session.settings.compiler
    options.isPersistent = persistent
    options.systemZoneDataVersion = SystemZoneData.version(systemZoneData)
    // Of another machine nobody knows what it lacks.
    if systemZoneData == nil { options.systemZoneNames = SystemZoneData.installedNames() }
    let renewal = RenewalArguments(
      shared, output: output, isPersistent: persistent, zoneData: systemZoneData
    ).arguments
    options.hasRenewalTimer = renewal != nil
    let plan = Compiler.timerPlan(for: session.input.components, options)
    let missing = renewal == nil ? [Diagnostic(.renewalMissing(by: plan.renewBy))] : []
    let status = try session.report(plan.diagnostics + missing)
    let files = renewal.map { plan.files(renewedBy: RenewalArguments.program, $0) } ?? plan.files
    var change: UnitDirectory.Change?
    if install {
      change = try Installation(output.map(UserDirectories.absolute)).install(files)
    } else if let output {
      let directory = try UnitDirectory(UserDirectories.absolute(output))
      try directory.add(files)
      try directory.removeOthers(than: files)
      change = directory.change
    } else {
      Output.standard.write(
        whole: files.map { "# \($0.name)\n\($0.text)" }.joined(separator: "\n"))
    }
    if !shared.quiet {
      StandardError.write(PlanSummary(plan, zone: options.deviceZone).text)
      if let change { report(change) }
    }
    status.exit()
  }

  private func takeAway() throws {
    let path = output.map(UserDirectories.absolute)
    guard Installation.exists(in: path) else {
      if !shared.quiet {
        StandardError.write(
          "ics2notify: note: there is nothing of ics2notify in \(path ?? UserDirectories.units)\n")
      }
      return
    }
    let change = try Installation(path, isMade: false).uninstall()
    if !shared.quiet { report(change) }
  }

  private func report(_ change: UnitDirectory.Change) {
    let place = TerminalText.oneLine(output ?? UserDirectories.units)
    StandardError.write(
      "\(place): \(change.written) units written, \(change.removed) removed\n")
  }
}
