import ArgumentParser

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
  ///
  /// - Throws: What makes no sense.
  /// - Returns: What they mean.
  func settings() throws(Failure) -> Settings

  /// Turns calendars into a result.
  ///
  /// - Parameters:
  ///   - session: The calendars.
  ///   - place: Where the result goes.
  /// - Throws: Why there is none.
  /// - Returns: What is to be known of it.
  func convert(_ session: Session, into place: ResultPlace) throws -> Conversion

  /// The options that a worker of a batch is given.
  ///
  /// - Throws: What makes no sense.
  /// - Returns: The words.
  func workerWords() throws(Failure) -> [String]
}

extension ConvertingCommand {
  /// A worker is given what stood in files when the batch began, whatever becomes of them: they are
  /// named for what is protected and watched.
  var readsRules: Bool { batch.worker == nil && !shared.rules.isEmpty }

  func checkValues() throws(Failure) { _ = try settings() }

  func workerWords() throws(Failure) -> [String] { shared.ruleWords + words }
}
