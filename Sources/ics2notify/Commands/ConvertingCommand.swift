import ArgumentParser
import BatchCompiler
import CSystem
import CalendarSources
import ProgramSupport

/// A command that turns its calendars into one result, and that `batch` can run.
protocol ConvertingCommand: CalendarCommand, CalendarConversion {
  static var name: CommandName { get }
  var messages: MessageOptions { get }
  var output: OutputOptions { get }
  /// The end of the names of a batch's result files; empty if a result is a directory.
  var suffix: String { get }
  /// Rejects options that contradict each other; `batch` is nil outside of a batch.
  func check(_ batch: BatchOutput?) throws(Failure)

  func settings() throws(Failure) -> Settings
}

extension ConvertingCommand {
  func checkValues() throws(Failure) { _ = try settings() }

  func run(into place: OutputDestination) throws {
    try calendars.input.requirePaths()
    try check(nil)
    let session = try Session(settings())
    let conversion = try convert(session, into: place)
    // Exit without freeing the calendars, which takes up to a tenth of the run.
    withExtendedLifetime(session) { conversion.status.exit() }
  }

  var batchOutput: BatchOutput {
    output.path.map { .files($0, suffix: suffix) } ?? .lines
  }
}
