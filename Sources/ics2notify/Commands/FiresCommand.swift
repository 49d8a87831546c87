import ArgumentParser
import BatchCompiler
import CalendarSources
import ProgramSupport
import ReminderCompiler
import WorkSharing

/// `ics2notify fires`: the list of fires that the calendars request.
struct FiresCommand: ConvertingCommand {
  static let configuration = CommandConfiguration(
    .fires,
    abstract: "List the fires that the calendars request, one on each line.",
    examples: [
      "ics2notify fires --horizon 7d calendar.ics",
      "ics2notify fires --only CATEGORIES:work --output work.jsonl calendar.ics",
    ])

  static let name = CommandName.fires
  static let resultKey = "fires"

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case jsonl, text
  }

  @OptionGroup var calendars: CalendarOptions
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

  func check(_ batch: BatchOutput?) throws(Failure) {
    try batch?.requireFiles(for: "--format text", unless: format == .jsonl)
  }

  private var format: Format { choice.format ?? (output.isShown ? .text : .jsonl) }

  var suffix: String { format == .jsonl ? ".fires.jsonl" : ".fires.txt" }

  var shownTimes: LocalTimes { format == .jsonl ? .ofOccurrences : .ofAlerts }

  func settings() throws(Failure) -> Settings { try Settings(calendars, messages: messages) }

  func run() throws { try run(into: OutputDestination(output.path)) }

  func convert(_ session: Session, into place: OutputDestination) throws -> Conversion {
    let compiler = session.settings.compiler
    let workers = session.settings.workers
    let listing = FireListing(
      Expansion(session.calendars.components, options: compiler, workers: workers),
      workers: workers)
    // All diagnostics with an effect on the status are known before the first fire is listed.
    let status = try session.report(listing.diagnostics)
    let output = try place.open(protecting: session.protected)
    let lineFormat = format == .jsonl ? FireLineWriter.Format.jsonLines : .text
    let size = max(1, FiresCommand.pieceBytes / (listing.longestName + FiresCommand.usualBytes))
    let isArray = place.isValue
    if isArray { output.append("[") }
    var count = 0
    let cuts = listing.forEachBatch(workers: workers) { batch in
      let before = count
      workers.forEachPiece(of: batch.count, size: size) { range in
        let lines = FireLineWriter(lineFormat, zone: compiler.deviceZone)
        var bytes: [UInt8] = []
        for place in range {
          if isArray, before + place > 0 { bytes.append(UInt8(ascii: ",")) }
          lines.append(batch[place], to: &bytes)
          if isArray { bytes.removeLast() }
        }
        return bytes
      } _: { bytes in
        output.append { $0 += bytes }
      }
      count += batch.count
      output.flush()
    }
    if isArray { output.append("]") }
    session.show(cuts)
    try output.close()
    return Conversion(status: status, fires: count)
  }

  /// The approximate size of the lines that a thread formats at a time, in bytes, to bound memory.
  private static let pieceBytes = 1 << 19
  /// The approximate size of a line without UID and title, in bytes.
  private static let usualBytes = 200
}
