import ArgumentParser
import CivilTime
import ReminderCompiler

/// A command that turns calendars into one result, and that `batch` runs for each of many.
protocol ConvertingCommand: CalendarCommand {
  /// Its name.
  static var name: CommandName { get }
  /// The key of a result in a line of JSON.
  static var resultKey: String { get }
  /// What the run says besides its result.
  var messages: MessageOptions { get }
  /// Where the result goes.
  var output: OutputOptions { get }
  /// How the name of a result's file ends, where there are many.
  var suffix: String { get }
  /// Rejects options that contradict each other.
  ///
  /// `batch` is where the results of many calendars go, nil for one result.
  func check(_ batch: BatchOutput?) throws(Failure)

  /// Reads the options.
  func settings() throws(Failure) -> Settings

  /// Turns calendars into a result.
  func convert(_ session: Session, into place: ResultPlace) throws -> Conversion
}

/// What came of calendars that were turned into one result.
struct Conversion {
  /// How the program ends.
  let status: ExitStatus
  /// How many fires the calendars ask for, or the plan has where it is played.
  var fires: Int
  /// How many slots are taken; nil where there are none.
  var slots: Int?
  /// Until when the result is exact; nil for to its end.
  var exactUntil: Instant?
}

extension ConvertingCommand {
  func checkValues() throws(Failure) { _ = try settings() }

  /// Runs the command for all calendars together.
  func run(into place: ResultPlace) throws {
    try calendars.input.requirePaths()
    try check(nil)
    let session = try Session(settings())
    let conversion = try convert(session, into: place)
    // What was read goes with the process: to free it piece by piece takes as long as a tenth of
    // the run.
    withExtendedLifetime(session) { conversion.status.exit() }
  }

  /// Where the results of many calendars go.
  var batchOutput: BatchOutput {
    output.path.map { .files($0, suffix: suffix) } ?? .lines
  }

  /// The line of JSON that says what came of a calendar.
  ///
  /// - Parameters:
  ///   - result: What is known of it.
  ///   - value: The result as JSON; nil where there is none.
  ///   - messages: What was said.
  /// - Returns: The line with its end, in UTF-8.
  static func line(
    _ result: BatchResult, _ value: [UInt8]?, _ messages: Messages
  ) -> [UInt8] {
    var line = ResultLine(file: result.name.description, status: result.status.rawValue)
    line.value = value.map { (resultKey, $0) }
    if value == nil { line.error = messages.errors.joined(separator: "\n") }
    line.messages = messages.remarks
    if value != nil { line.messages = messages.errors.map { "error: \($0)" } + line.messages }
    line.diagnostics = messages.diagnostics
    // Every line of texts and numbers can be encoded; an empty one stands for what can't happen.
    return (try? line.bytes()) ?? Array("{}\n".utf8)
  }
}
