import ArgumentParser
import CalendarSources
import ProgramSupport
import ReminderCompiler
import TextSafety

/// `ics2notify explain`: how each reminder became triggers.
struct ExplainCommand: CalendarCommand {
  static let configuration = CommandConfiguration(
    .explain,
    abstract: "Explain how each reminder became triggers.",
    examples: [
      "ics2notify explain calendar.ics",
      "ics2notify explain --only \"SUMMARY:Team*\" calendar.ics",
    ])

  @OptionGroup var calendars: CalendarOptions
  @OptionGroup(title: "Slots") var slots: SlotOptions
  @OptionGroup(title: "Slots") var requests: RequestOptions
  @OptionGroup(title: "Slots") var target: TargetOptions
  @OptionGroup(title: "Output") var messages: MessageOptions

  @Option(help: "The UID of the one series to explain (default: all).")
  var uid: String?

  func checkValues() throws(Failure) {
    _ = try Settings(
      calendars, messages: messages, slots: slots, requests: requests.withoutFiles, target: target)
  }

  func run() throws {
    try calendars.input.requirePaths()
    var settings = try Settings(
      calendars, messages: messages, slots: slots, requests: requests, target: target)
    // Include the past, because a missing reminder is usually noticed afterwards.
    settings.past = uid == nil ? .lastYear : .everything
    let session = Session(settings)
    let options = session.settings.notifications
    var explanation = Compilation(of: session.calendars.components, options).explanation(uid: uid)
    let status = try session.report(explanation.plan.diagnostics)
    explanation.plan.diagnostics += session.calendars.diagnostics
    if let uid, explanation.isEmpty {
      throw Failure(
        .usage, "--uid \"\(TerminalText.oneLine(uid))\" is not the UID of a series with an alarm")
    }
    try StandardOutput(protecting: session.protected).write(
      whole: ExplanationText(
        explanation, zone: options.deviceZone, zones: session.settings.zones
      ).text)
    status.exit()
  }
}
