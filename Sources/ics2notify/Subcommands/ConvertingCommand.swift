import ArgumentParser
import CivilTime
import ReminderCompiler

/// A subcommand that turns calendars into one result.
protocol ConvertingCommand: RuledCommand {
  /// The options about many calendars in one command.
  var batch: BatchArguments { get }
  /// Its name.
  static var name: SubcommandName { get }
  /// The options that decide what comes out, as words for any directory; without the instant.
  var words: [String] { get }
  /// What `--output` names.
  var output: FilePath? { get }
  /// Where the results of many calendars go.
  var batchOutput: BatchOutput { get }
  /// The key of a result in a line of JSON.
  static var resultKey: String { get }

  /// Reads the options.
  func settings() throws(Failure) -> Settings

  /// Turns calendars into a result.
  func convert(_ session: Session, into place: ResultPlace) throws -> Conversion

  /// The options that a worker of a batch is given.
  func workerWords() throws(Failure) -> [String]
}

extension ConvertingCommand {
  /// A worker is given what stood in files when the batch began, whatever becomes of them: they are
  /// named for what is protected and watched.
  var readsRules: Bool { batch.worker == nil && !shared.rules.isEmpty }

  func checkValues() throws(Failure) { _ = try settings() }

  func workerWords() throws(Failure) -> [String] { shared.ruleWords + words }
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
  /// Runs the subcommand: for all calendars together, or for each.
  func run(into place: ResultPlace) throws {
    if batch.worker != nil {
      try BatchWorker(self, settings()).run()
      ExitStatus.success.exit()
    }
    if batch.each { try BatchRun(self).run() }
    let session = try Session(settings())
    let conversion = try convert(session, into: place)
    // What was read goes with the process: to free it piece by piece takes as long as a tenth of
    // the run.
    withExtendedLifetime(session) { conversion.status.exit() }
  }
}

extension ConvertingCommand {
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
