import ArgumentParser
import CalendarSources
import ProgramSupport

/// A command that reads calendars, and accepts files of options (`--options`).
protocol CalendarCommand: ParsableCommand, SendableMetatype {
  var calendars: CalendarOptions { get }
  /// The options that the parser takes, and the command refuses whatever their value is.
  static var refusedOptions: Set<String> { get }

  /// Checks the values of options without reading calendars or pending requests.
  func checkValues() throws(Failure)

  /// Runs the command; `words` are its arguments, including those of files.
  func run(_ words: [String]) throws
}

extension CalendarCommand {
  static var refusedOptions: Set<String> { [] }

  func run(_ words: [String]) throws {
    var command = self
    try command.run()
  }
}

/// A command line in which the arguments of files precede the typed ones.
///
/// A typed option therefore overrides the same option of a file, or is added if it is repeatable.
struct CommandWithFiles<Command: CalendarCommand> {
  let command: Command
  private let typed: [String]
  private let lines: [OptionsFile.Line]

  /// The arguments after the name of the command.
  var words: [String] { lines.compactMap(\.word) + typed }

  /// Reads files of options; `typed` are the arguments after the name of the command.
  init(_ files: [FilePath], before typed: [String]) throws(Failure) {
    var lines: [OptionsFile.Line] = []
    for file in files { lines += try OptionsFile(file, options: .ofProgram).lines }
    try self.init(lines, before: typed)
  }

  /// The commands that accept options from a file.
  private static var commands: [any CalendarCommand.Type] {
    [
      CompileCommand.self, AgendaCommand.self, FiresCommand.self, SimulateCommand.self,
      ExplainCommand.self, InstallCommand.self,
    ]
  }

  /// Parses the lines of files.
  ///
  /// Lines with options of other commands are ignored, so that all commands can share a file. An
  /// error in the combination of lines begins with `source`.
  init(
    _ all: [OptionsFile.Line], before typed: [String] = [], from source: String = "--options"
  ) throws(Failure) {
    self.typed = typed
    var lines = all.filter { $0.word != nil }
    guard lines.count <= OptionsFile.maximumLines else {
      throw Failure(
        .usage,
        "\(source): more than \(OptionsFile.maximumLines) lines with an option or a path")
    }
    if let command = try? Command.parse(lines.compactMap(\.word) + typed) {
      self.command = command
    } else {
      let known = KnownOptions(of: Command.self)
      var own: [OptionsFile.Line] = []
      for line in lines where try CommandWithFiles.isOwn(line, known: known, typed: typed) {
        own.append(line)
      }
      lines = own
      do {
        command = try Command.parse(lines.compactMap(\.word) + typed)
      } catch {
        throw Failure(.usage, "\(source): \(CommandWithFiles.message(of: error))")
      }
    }
    self.lines = lines
  }

  private static func isOwn(
    _ line: OptionsFile.Line, known: KnownOptions, typed: [String]
  ) throws(Failure) -> Bool {
    guard let word = line.word else { return false }
    if case .option(let name, _) = line.kind, !known.has(name),
      KnownNames.ofProgram.isOption(name)
    {
      return false
    }
    do {
      _ = try Command.parse([word] + typed)
      return true
    } catch {
      if commands.contains(where: { (try? $0.parse([word])) != nil }) { return false }
      let fault = UsageCheck.option(in: [word], of: Command.self)?.message
      throw line.failure(.usage, fault ?? message(of: error))
    }
  }

  private static func message(of error: any Error) -> String {
    // Options such as `--help` write a text and exit successfully.
    Command.exitCode(for: error).isSuccess
      ? "this option belongs on the command line" : UsageCheck.message(of: error, Command.self)
  }

  /// Adds the file and the line to an error that a single line causes.
  func located(_ failure: Failure) -> Failure {
    func fails(_ words: [String]) -> Bool {
      do throws(Failure) {
        try (try? Command.parse(words + typed))?.checkValues()
        return false
      } catch {
        return error.message == failure.message
      }
    }
    guard !fails([]), let line = lines.first(where: { fails([$0.word ?? ""]) }) else {
      return failure
    }
    return line.failure(failure.status, failure.message ?? "")
  }
}

extension KnownNames {
  /// The options that are allowed in a file, and which of them can be repeated.
  static let ofProgram = KnownNames {
    names.contains($0)
  } isRepeatable: {
    KnownOptions(of: InstallCommand.self).isRepeatable($0)
  }

  private static let names = Set(
    KnownOptions(of: InstallCommand.self).names + KnownOptions(of: CompileCommand.self).names
      + KnownOptions(of: SimulateCommand.self).names + KnownOptions(of: ExplainCommand.self).names)
}
