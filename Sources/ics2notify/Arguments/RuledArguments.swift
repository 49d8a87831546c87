import ArgumentParser
import TextSafety

/// A command line with the options of files before those that are typed (`--rules`).
///
/// So a typed option that is given once counts, and one that can be repeated is added. What is typed
/// makes sense by itself: a renewal has it recorded without the files.
struct RuledArguments<Command: RuledCommand> {
  private let typed: [String]
  /// The options of files, and where each stands.
  private let options: [Option]

  /// Reads files of options.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - typed: What is typed behind the subcommand.
  ///   - commands: The subcommands that one file serves.
  /// - Throws: Why a file says nothing, or what makes no sense in a line.
  init(
    _ files: [FilePath], before typed: [String], for commands: [any RuledCommand.Type]
  ) throws(Failure) {
    self.typed = typed
    let own = try OptionTable(Command.self)
    var tables: [OptionTable] = []
    for command in commands { tables.append(try OptionTable(command)) }
    var options: [Option] = []
    for file in files {
      for line in try RulesFile(file).lines where try RuledArguments.isOwn(line, own, tables) {
        options.append((line.place, line.word))
      }
    }
    guard options.count <= RulesFile.maximumLines else {
      throw Failure(.usage, "--rules: more than \(RulesFile.maximumLines) options in all files")
    }
    self.options = options
  }

  /// Whether a line is about this subcommand, so that one file serves all.
  ///
  /// An option that only another one has is passed over, and so is a value that only another one's has.
  ///
  /// - Throws: What is wrong with a line that is about none.
  private static func isOwn(
    _ line: RulesFile.Line, _ own: OptionTable, _ tables: [OptionTable]
  ) throws(Failure) -> Bool {
    let all = tables.compactMap { $0[line.name] }
    guard let option = own[line.name] ?? all.first else {
      throw line.failure(
        "--\(line.name) is no option of compile, fires, simulate or explain")
    }
    guard option.takesValue == (line.value != nil) else {
      throw line.failure(
        option.takesValue
          ? "--\(line.name) needs a value behind it" : "--\(line.name) takes no value")
    }
    guard own[line.name] != nil else { return false }
    guard let value = line.value, let values = option.values, !values.contains(value) else {
      return true
    }
    return !all.contains { $0.values?.contains(value) ?? false }
  }

  /// The subcommand with all options.
  ///
  /// - Throws: What makes no sense, and in which line.
  func command() throws(Failure) -> Command {
    do throws(Failure) {
      return try command(with: options[...])
    } catch {
      throw located(error) { options throws(Failure) in _ = try command(with: options) }
    }
  }

  /// Finds the line of which a run says that it makes no sense.
  ///
  /// - Parameter failure: Why the run ended.
  /// - Returns: The same, with the line before it where it is one.
  func located(_ failure: Failure) -> Failure {
    let check = { (options: ArraySlice<Option>) throws(Failure) in
      try command(with: options).checkValues()
    }
    return RuledArguments.fails(check, with: options[...], as: failure)
      ? located(failure, by: check) : failure
  }

  /// An option of a file.
  private typealias Option = (place: String, word: String)

  /// How many options are tried at once: what the parser takes for them grows with their square.
  private static var blockSize: Int { 100 }

  /// Finds a line with which something fails, and without which it doesn't.
  ///
  /// - Parameters:
  ///   - failure: How it fails with all options.
  ///   - attempt: Does it with some.
  /// - Returns: The same, with the line before it where there is one.
  private func located(
    _ failure: Failure, by attempt: (ArraySlice<Option>) throws(Failure) -> Void
  ) -> Failure {
    func fails(_ range: Range<Int>) -> Bool {
      RuledArguments.fails(attempt, with: options[range], as: failure)
    }
    guard !options.isEmpty, !fails(0..<0) else { return failure }
    // A line is mostly wrong by itself; else it is so behind others.
    let blocks = stride(from: 0, to: options.count, by: RuledArguments.blockSize).map {
      $0..<min($0 + RuledArguments.blockSize, options.count)
    }
    let start = blocks.first(where: fails) ?? 0..<options.count
    var (good, bad) = (start.lowerBound, start.upperBound)
    while bad - good > 1 {
      let middle = (good + bad) / 2
      if fails(start.lowerBound..<middle) { bad = middle } else { good = middle }
    }
    return Failure(failure.status, "\(options[bad - 1].place): \(failure.message ?? "")")
  }

  /// Whether something fails in the same way.
  private static func fails(
    _ attempt: (ArraySlice<Option>) throws(Failure) -> Void, with options: ArraySlice<Option>,
    as failure: Failure
  ) -> Bool {
    do throws(Failure) {
      try attempt(options)
      return false
    } catch {
      return error.message == failure.message
    }
  }

  /// The subcommand with some of the options.
  private func command(with options: ArraySlice<Option>) throws(Failure) -> Command {
    do {
      return try Command.parse(typed: options.map(\.word) + typed)
    } catch {
      throw Failure(.usage, TerminalText.oneLine(Command.message(for: error)))
    }
  }
}
