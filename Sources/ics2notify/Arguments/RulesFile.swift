import ArgumentParser
import CalendarFiles
import ICalendarReader
import TextSafety

/// A file with options of the command, one in each line (`--rules`).
struct RulesFile {
  /// A line with an option.
  struct Line {
    /// Where it stands: `FILE:LINE`.
    let place: String
    /// The long name of the option, without the hyphens.
    let name: String
    /// The value; nil where there is none.
    let value: String?

    /// The option as a word of the command line.
    var word: String { "--\(name)" + (value.map { "=\($0)" } ?? "") }

    /// Rejects the line.
    func failure(_ status: ExitStatus, _ why: String) -> Failure {
      Failure(status, "\(place): \(why)")
    }
  }

  /// The lines with an option.
  let lines: [Line]

  /// The largest file, in bytes: half of what Linux takes for one argument, which a line becomes for
  /// a worker of a batch.
  private static let maximumSize = 1 << 16
  /// The most options in all files.
  fileprivate static let maximumLines = 1_000
  /// How much of a line is quoted in a message, in Unicode scalars.
  private static let quotedLength = 60

  /// Those that say what to do rather than what to ask calendars for, which is another thing each
  /// time, and those that would have more files read that no renewal could watch.
  private static let typedOnly: Set = [
    "rules", "install", "uninstall", "status", "test", "renewal", "help", "version", "output",
    "each", "files-from", "null", "from", "log", "resume", "skip-unchanged", "pending",
    "diagnostics",
  ]

  /// Those whose value begins with the path of a file.
  private static let withPath: Set = ["body-list"]

  /// Reads a file.
  init(_ path: FilePath) throws(Failure) {
    guard !path.isHyphen else {
      throw Failure(.usage, "--rules - is no file; options are not read from standard input")
    }
    var lines: [Line] = []
    let texts = try RulesFile.bytes(of: path).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, bytes) in texts.enumerated() {
      let place = "\(path):\(index + 1)"
      let text = try RulesFile.text(of: bytes, at: place)
      if text.isEmpty || text.unicodeScalars.first == "#" { continue }
      lines.append(try RulesFile.line(text, at: place, in: path))
    }
    self.lines = lines
  }

  private static func bytes(of path: FilePath) throws(Failure) -> ArraySlice<UInt8> {
    do throws(ReadingError) {
      let bytes = try FileBytes.read(
        path: path.bytes, name: path.description, limit: RulesFile.maximumSize)
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      return bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    } catch {
      guard case .tooLarge = error else { throw Failure(.noInput, "\(error)") }
      throw Failure(.usage, "\(path): is larger than \(RulesFile.maximumSize >> 10) KiB")
    }
  }

  /// The text of a line without the blanks around it, which nobody sees.
  private static func text(
    of bytes: ArraySlice<UInt8>, at place: String
  ) throws(Failure) -> Substring {
    // No word of a command line has one.
    guard !bytes.contains(0) else { throw Failure(.usage, "\(place): has a NUL in it") }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(.usage, "\(place): is no UTF-8")
    }
    return trimmed(text[...])
  }

  /// The beginning of a text for a message.
  private static func excerpt(_ text: Substring.UnicodeScalarView) -> String {
    TerminalText.oneLine(String(text.prefix(quotedLength)))
  }

  private static func trimmed(_ text: Substring) -> Substring {
    // Scalars, since a blank with a mark on it is another character.
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !isBlank($0) }),
      let last = scalars.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return Substring(scalars[first...last])
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\r"
  }

  private static func line(
    _ text: Substring, at place: String, in path: FilePath
  ) throws(Failure) -> Line {
    guard text.hasPrefix("--"), text != "--" else {
      throw Failure(
        .usage,
        "\(place): \"\(excerpt(text.unicodeScalars))\" is no option such as "
          + "--level critical=CATEGORIES:medication")
    }
    let scalars = text.unicodeScalars.dropFirst(2)
    let end = scalars.firstIndex { $0 == "=" || isBlank($0) } ?? scalars.endIndex
    let name = String(scalars[..<end])
    // Nobody can tell one blank before a value from two.
    let value: String? =
      end == scalars.endIndex
      ? nil
      : scalars[end] == "="
        ? String(scalars[scalars.index(after: end)...])
        : String(trimmed(Substring(scalars[end...])))
    guard !typedOnly.contains(name) else {
      throw Failure(.usage, "\(place): --\(name) is typed, and can't stand in a file of rules")
    }
    let usual = name == "no-overrun" ? ProgramArguments.everything : nil
    return Line(
      place: place, name: excerpt(scalars[..<end]),
      value: (value ?? usual).map { value in
        // Characters of the file that would stand for raw bytes stand for themselves.
        let value = RawByte.text(value.utf8)
        return withPath.contains(name) ? argument(value, beside: path) : value
      })
  }

  /// A path with what stands behind it, from the directory of the file of rules.
  private static func argument(_ value: String, beside path: FilePath) -> String {
    let file = FilePath(argument: value)
    let isBeside = path.name.count == path.bytes.count
    return file.isAbsolute || isBeside ? value : path.directory.appending(file.bytes).argument
  }
}

/// A subcommand whose options can stand in files (`--rules`).
protocol RuledCommand: ParsableCommand, SendableMetatype {
  /// The options that every subcommand takes that reads calendars.
  var shared: SharedArguments { get }
  /// Whether options stand in files that have to be read.
  var readsRules: Bool { get }

  /// Checks the values of options, as far as that needs neither calendars nor what is pending.
  func checkValues() throws(Failure)
}

extension RuledCommand {
  var readsRules: Bool { !shared.rules.isEmpty }
}

/// A command line with the options of files before those that are typed.
///
/// So a typed option that is given once counts, and one that can be repeated is added. What is typed
/// makes sense by itself: a renewal has it recorded without the files.
struct RuledArguments<Command: RuledCommand> {
  /// The subcommand with all options.
  let command: Command
  private let typed: [String]
  private let lines: [RulesFile.Line]

  /// Reads files of options.
  ///
  /// A line that only another one of `commands` takes is passed over, so that one file serves all.
  /// `typed` are the arguments behind the subcommand's name.
  init(
    _ files: [FilePath], before typed: [String], for commands: [any RuledCommand.Type]
  ) throws(Failure) {
    self.typed = typed
    var lines: [RulesFile.Line] = []
    for file in files { lines += try RulesFile(file).lines }
    guard lines.count <= RulesFile.maximumLines else {
      throw Failure(.usage, "--rules: more than \(RulesFile.maximumLines) options in all files")
    }
    if let command = try? Command.parse(lines.map(\.word) + typed) {
      self.command = command
    } else {
      var own: [RulesFile.Line] = []
      for line in lines where try RuledArguments.isOwn(line, typed, commands) { own.append(line) }
      lines = own
      do {
        command = try Command.parse(lines.map(\.word) + typed)
      } catch {
        throw Failure(.usage, "--rules: \(RuledArguments.message(of: error))")
      }
    }
    self.lines = lines
  }

  /// Whether the subcommand takes a line.
  private static func isOwn(
    _ line: RulesFile.Line, _ typed: [String], _ commands: [any RuledCommand.Type]
  ) throws(Failure) -> Bool {
    do {
      _ = try Command.parse([line.word] + typed)
      return true
    } catch {
      if commands.contains(where: { (try? $0.parse([line.word, "-"])) != nil }) { return false }
      throw line.failure(.usage, message(of: error))
    }
  }

  private static func message(of error: any Error) -> String {
    // Some options ask for a text in place of a run.
    Command.exitCode(for: error).isSuccess
      ? "this option is typed" : TerminalText.oneLine(Command.message(for: error))
  }

  /// Names the line with which a run fails, if a single one does.
  ///
  /// - Parameter failure: Why the run ended.
  /// - Returns: The same, with the line before it where there is one.
  func located(_ failure: Failure) -> Failure {
    let line = lines.first { line in
      do throws(Failure) {
        try (try? Command.parse([line.word] + typed))?.checkValues()
        return false
      } catch {
        return error.message == failure.message
      }
    }
    guard let line, !isTyped(failure) else { return failure }
    return line.failure(failure.status, failure.message ?? "")
  }

  /// Whether the run fails without any file, too.
  private func isTyped(_ failure: Failure) -> Bool {
    do throws(Failure) {
      try (try? Command.parse(typed))?.checkValues()
      return false
    } catch {
      return error.message == failure.message
    }
  }
}
