import ArgumentParser
import ReminderCompiler

/// `ics2notify simulate`: what the plan would do.
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "List what the plan would fire, and how that compares with the calendars.")

  @OptionGroup var shared: SharedOptions

  @Option(help: "How to write the lines.")
  var format = LineFormat.jsonl

  func validate() throws {
    try shared.requirePaths(of: "simulate")
  }

  func run() throws {
    let session = try Session(shared, isForDevice: true)
    let compiler = session.settings.compiler
    let plan = Compiler.plan(for: session.input.components, compiler)
    let status = try session.report(plan.diagnostics)
    let output = Output.standard
    let lines = FireLines(format.lines, zone: compiler.deviceZone)
    for fire in plan.simulated(onDeviceIn: compiler.deviceZone) { output.write(lines.line(fire)) }
    output.write(try lines.line(plan))
    output.flush()
    status.exit()
  }
}
