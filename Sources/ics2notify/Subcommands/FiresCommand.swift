import ArgumentParser
import ReminderCompiler

/// `ics2notify fires`: what the calendar asks for.
struct FiresCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    .fires,
    abstract: "List what the calendars ask for, one line per fire.")

  @OptionGroup var shared: SharedArguments

  @Option(help: "How to write the lines.")
  var format = LineFormat.jsonl

  func validate() throws {
    try shared.requirePaths(of: .fires)
  }

  func run() async throws {
    let session = try await Session(shared, isForDevice: false)
    let compiler = session.settings.compiler
    let listing = FireListing(session.calendars.components, compiler)
    // Everything that can be refused is known before the first fire is listed.
    let status = try session.report(listing.diagnostics)
    let output = try StandardOutput(protecting: session.protected)
    let lines = FireLines(format.lines, zone: compiler.deviceZone)
    let cuts = await listing.forEachBatch(session.settings.workers) { batch in
      for fire in batch { output.append { lines.append(fire, to: &$0) } }
      output.flush()
    }
    session.show(cuts)
    output.flush()
    status.exit()
  }
}
