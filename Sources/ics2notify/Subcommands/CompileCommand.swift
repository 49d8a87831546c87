import ArgumentParser
import CivilTime
import Foundation
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

  @Option(help: "What to emit: JSON for an app, systemd units, or a table.")
  var format = Format.json

  @Option(
    help: ArgumentHelp(
      "The file to write, or the directory for systemd units (default: standard output).",
      valueName: "path"))
  var output: String?

  func validate() throws {
    try shared.requirePaths(of: "compile")
  }

  func run() throws {
    switch format {
    case .json, .text: try emitPlan(Session(shared, planning))
    case .systemd:
      try planning.requireNone()
      try emitTimers(Session(shared, isForDevice: false))
    }
  }

  private func emitPlan(_ session: Session) throws {
    let settings = session.settings
    var plan = Compiler.plan(for: session.input.components, settings.compiler)
    let status = try session.report(plan.diagnostics)
    plan.diagnostics = session.input.diagnostics + plan.diagnostics
    let zone = settings.compiler.deviceZone
    let text =
      format == .text
      ? PlanTable(plan, zone: zone).text
      : String(
        decoding: try PlanDocument(plan, timeZone: zone.identifier).json(), as: UTF8.self)
    if let output {
      try ResultFile.write(text, to: output)
    } else {
      Output.standard.write(whole: text)
    }
    status.exit()
  }

  private func emitTimers(_ session: Session) throws {
    let plan = Compiler.timerPlan(for: session.input.components, session.settings.compiler)
    let status = try session.report(plan.diagnostics)
    if let output {
      try ResultFile.write(plan.files.map { (name: $0.name, text: $0.text) }, into: output)
    } else {
      Output.standard.write(
        whole: plan.files.map { "# \($0.name)\n\($0.text)" }.joined(separator: "\n"))
    }
    if !shared.quiet {
      StandardError.write(PlanSummary(plan, zone: session.settings.compiler.deviceZone).text)
    }
    status.exit()
  }
}
