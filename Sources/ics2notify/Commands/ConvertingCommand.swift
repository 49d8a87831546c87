import ArgumentParser
import CSystem
import CalendarFiles
import CivilTime
import PlanPages
import ReminderCompiler

/// A command that turns calendars into one result, and that `batch` runs for each of many.
protocol ConvertingCommand: CalendarCommand {
  static var name: CommandName { get }
  /// The key of a result in a line of JSON.
  static var resultKey: String { get }
  var messages: MessageOptions { get }
  var output: OutputOptions { get }
  /// How the name of a result's file ends, where there are many.
  var suffix: String { get }
  /// Rejects options that contradict each other.
  ///
  /// `batch` is where the results of many calendars go, nil for one result.
  func check(_ batch: BatchOutput?) throws(Failure)

  func settings() throws(Failure) -> Settings

  func convert(_ session: Session, into place: OutputDestination) throws -> Conversion
}

/// What came of calendars that were turned into one result.
struct Conversion {
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

  func run(into place: OutputDestination) throws {
    try calendars.input.requirePaths()
    try check(nil)
    let session = try Session(settings())
    let conversion = try convert(session, into: place)
    // What was read goes with the process: to free it piece by piece takes as long as a tenth of
    // the run.
    withExtendedLifetime(session) { conversion.status.exit() }
  }

  var batchOutput: BatchOutput {
    output.path.map { .files($0, suffix: suffix) } ?? .lines
  }

  /// The line of JSON with a result, whose `value` is JSON; nil without one.
  static func line(
    _ result: BatchResult, _ value: [UInt8]?, _ messages: Messages
  ) -> [UInt8] {
    var line = BatchResultLine(file: result.name.description, status: result.status.rawValue)
    line.value = value.map { (resultKey, $0) }
    if value == nil { line.error = messages.errors.joined(separator: "\n") }
    line.messages = messages.remarks
    if value != nil { line.messages = messages.errors.map { "error: \($0)" } + line.messages }
    line.diagnostics = messages.diagnostics
    // Every line of texts and numbers can be encoded; an empty one stands for what can't happen.
    return (try? line.bytes()) ?? Array("{}\n".utf8)
  }
}

extension ConvertingCommand {
  /// Replaces an earlier result of a calendar by one with the errors, if there is an earlier one.
  ///
  /// A line of JSON takes the place of a plan or of lines, the same as in a batch to standard output.
  /// Units stay, as in an installation. The status of `result` changes if the file can't be written.
  func replaceResult(
    at place: FilePath, by result: inout BatchResult, _ messages: Messages,
    protecting protected: ProtectedFiles
  ) {
    guard case .files(_, let suffix) = batchOutput, !suffix.isEmpty,
      result.status != .cannotCreate, place.facts().kind == .file, place.facts().error == 0
    else { return }
    let bytes: [UInt8] =
      if suffix.hasSuffix(".html") {
        RefusalPage(of: result.name.description, messages.errors).bytes
      } else if suffix.hasSuffix(".txt") {
        Array(messages.text.utf8)
      } else {
        Self.line(result, nil, messages)
      }
    do throws(Failure) {
      try OutputDestination.file(place, isOneOfMany: true).write(
        whole: bytes, protecting: protected)
    } catch {
      if let message = error.message { messages.say(.error, message) }
      result.status = error.status
    }
  }
}
