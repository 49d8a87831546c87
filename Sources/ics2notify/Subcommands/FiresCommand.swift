import ArgumentParser
import ReminderCompiler
import WorkSharing

/// `ics2notify fires`: what the calendar asks for.
struct FiresCommand: ConvertingCommand {
  static let configuration = CommandConfiguration(
    .fires,
    abstract: "List what the calendars ask for, one line per fire.",
    examples: [
      "ics2notify fires --format agenda --horizon 7d calendar.ics",
      "ics2notify fires --only CATEGORIES:work --output work.jsonl calendar.ics",
    ])

  static let name = SubcommandName.fires
  static let resultKey = "fires"

  @OptionGroup var shared: SharedArguments
  @OptionGroup var batch: BatchArguments

  @Option(name: [.long, .customShort("f")], help: "How to write the lines.")
  var format = FireFormat.jsonl

  @OptionGroup var lines: LineArguments

  func validate() throws {
    try batch.check(shared, of: .fires, into: batchOutput.directory)
    try lines.check(isForEach: batch.each, as: format)
  }

  var words: [String] { shared.words + ["--format=\(format.rawValue)"] }

  var output: FilePath? { lines.output }

  var batchOutput: BatchOutput { lines.batchOutput(of: .fires, as: format) }

  func settings() throws(Failure) -> Settings { try Settings(shared, isForDevice: false) }

  func run() throws { try run(into: ResultPlace(output)) }

  func convert(_ session: Session, into place: ResultPlace) throws -> Conversion {
    let compiler = session.settings.compiler
    let workers = session.settings.workers
    let listing = FireListing(
      Expansion(session.calendars.components, compiler, workers))
    // Everything that can be refused is known before the first fire is listed.
    let status = try session.report(listing.diagnostics)
    let output = try place.open(protecting: session.protected)
    guard format != .agenda else {
      let count = try writeAgenda(of: listing, session, into: place, output)
      return Conversion(status: status, fires: count)
    }
    let lineFormat = format == .jsonl ? FireLines.Format.jsonLines : .text
    let size = max(1, FiresCommand.pieceBytes / (listing.longestName + FiresCommand.usualBytes))
    let isArray = place.isValue
    if isArray { output.write("[") }
    var count = 0
    let cuts = listing.forEachBatch(workers) { batch in
      let before = count
      workers.forEachPiece(of: batch.count, size: size) { range in
        let lines = FireLines(lineFormat, zone: compiler.deviceZone)
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
    if isArray { output.write("]") }
    session.show(cuts)
    try output.close()
    return Conversion(status: status, fires: count)
  }

  /// About how many bytes of lines a thread writes at a time: with a UID of any length, what is held
  /// at once is a few of these.
  private static let pieceBytes = 1 << 19
  /// About how many bytes a line has besides UID and title.
  private static let usualBytes = 200

  /// Writes days, as wide as the terminal where a person looks at them.
  private func writeAgenda(
    of listing: FireListing, _ session: Session, into place: ResultPlace,
    _ output: any ResultStream
  ) throws -> Int {
    let terminal = if case .standardOutput = place { Terminal(.output) } else { Terminal.none }
    let agenda = FireAgenda(listing, width: terminal.columns)
    var count = 0
    let cuts = listing.forEachBatch(session.settings.workers) { fires in
      for index in fires.indices {
        output.append { bytes in
          agenda.append(fires, index, to: &bytes) { terminal.painted($0, .heading) }
        }
      }
      count += fires.count
      output.flush()
    }
    session.show(cuts)
    try output.close()
    return count
  }
}
