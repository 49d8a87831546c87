import ArgumentParser
import ProgramSupport
import ReminderCompiler

/// `ics2notify diff`: the changes from the pending requests to a new plan.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    .diff, arguments: "[<options>] <old> <new>",
    abstract: "List which requests to remove, replace and add.",
    examples: [
      "ics2notify diff --format text old.json new.json",
      "ics2notify calendar.ics | ics2notify diff pending.json -",
    ])

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case json, text
  }

  @Argument(
    help: ArgumentHelp(
      "The pending requests: a plan, or a list from the device.", valueName: "old"))
  var old: FilePath

  @Argument(help: ArgumentHelp("The new plan; - for standard input.", valueName: "new"))
  var new: FilePath

  @Option(help: "The format: JSON for an app, or text.")
  var format = Format.json

  @Option(help: .diagnostics)
  var diagnostics = DiagnosticFormat.text

  func run() throws {
    guard !old.isHyphen || !new.isHyphen else {
      throw Failure(.usage, "only one of OLD and NEW can be standard input")
    }
    let pending = try StoredPlanFile.read(old)
    let plan = try StoredPlanFile.read(new)
    let difference: PlanDifference
    do throws(StoredPlan.FormatError) {
      difference = try PlanDifference(from: pending, to: plan)
    } catch {
      throw Failure(.noUsableInput, "\(new): \(error)")
    }
    let text =
      format == .text ? difference.text : String(decoding: try difference.json(), as: UTF8.self)
    var protected = ProtectedFiles()
    for path in [old, new] { protected.add(path) }
    try StandardOutput(protecting: protected).write(whole: text)
    for identifier in difference.late {
      StandardError.say(
        .warning,
        "\(identifier): its alerts are counted from an earlier instant, and it isn't pending; "
          + "compile again with --pending \(old)")
    }
    ExitStatus.success.exit()
  }
}
