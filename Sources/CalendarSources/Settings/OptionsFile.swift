import CalendarFiles
import ICalendarReader
package import ProgramSupport
import ReminderCompiler
import TextSafety

/// A file with one command-line argument per line.
///
/// A line that begins with `--` is an option, and `#` begins a comment. Any other line is the
/// address of a calendar, or a path relative to the file's directory or the home directory (`~/`).
package struct OptionsFile {
  /// A line with its place.
  package struct Line {
    /// The meaning of a line.
    package enum Kind {
      /// An empty line or a comment.
      case comment
      /// The long name of an option without the hyphens, and its value; nil without a value.
      case option(name: String, value: String?)
      case path(CalendarPath)
    }

    /// The file and the line number: `FILE:LINE`.
    let place: String
    /// The meaning.
    package let kind: Kind

    /// The argument in the line; nil for a comment.
    package var word: String? {
      switch kind {
      case .comment: nil
      case .option(let name, let value): "--\(name)" + (value.map { "=\($0)" } ?? "")
      case .path(let path): path.argument
      }
    }

    /// Whether the line is an option with this long name.
    package func isOption(_ name: String) -> Bool {
      if case .option(name, _) = kind { true } else { false }
    }

    /// Parses a line without its line end.
    package init(
      _ bytes: some Sequence<UInt8>, number: Int, in path: FilePath, options: KnownNames
    ) throws(Failure) {
      place = "\(path):\(number)"
      kind = try OptionsFile.kind(
        of: OptionsFile.trimmed(Array(bytes)[...]), at: place, in: path, options: options)
    }

    /// Returns an error that the line causes.
    package func failure(_ status: ExitStatus, _ why: String) -> Failure {
      Failure(status, "\(place): \(why)")
    }
  }

  /// The lines in order.
  package let lines: [Line]

  /// The largest file, in bytes: half of Linux's limit for one argument.
  ///
  /// A batch passes each line to its workers as an argument.
  private static let maximumSize = 1 << 16
  /// The most options and paths in all files together.
  package static let maximumLines = 1_000
  /// The most Unicode scalars of a line that a message quotes.
  private static let quotedLength = 60

  /// The options that are only allowed on the command line.
  ///
  /// They choose the result or its destination, or name other files.
  private static let typedOnly: Set = [
    "options", "help", "help-hidden", "version", "output", "name", "files-from", "null", "from",
    "log", "resume", "skip-unchanged", "pending", "diagnostics",
  ]

  /// The defaults of options whose value can be missing, by long name.
  package static let optionalValues = CompilerOptions.optionalRules.merging(["next": "first"]) {
    rule, _ in rule
  }

  /// The options whose values begin with a path.
  package static let withPath: Set = ["body-list", "skip-on", "only-on", "sound"]

  /// Reads a file; an invalid line is an error.
  package init(_ path: FilePath, options: KnownNames) throws(Failure) {
    guard !path.isHyphen else {
      throw Failure(.usage, "--options - is not a file; options are not read from standard input")
    }
    var lines: [Line] = []
    for (index, bytes) in try OptionsFile.lines(of: path).enumerated() {
      lines.append(try Line(bytes, number: index + 1, in: path, options: options))
    }
    self.lines = lines
  }

  /// The lines of a file, without line ends (LF or CRLF) and byte order mark.
  package static func lines(of path: FilePath) throws(Failure) -> [ArraySlice<UInt8>] {
    do throws(ReadingError) {
      var bytes = try FileBytes.read(
        path: path.bytes, name: path.description, limit: OptionsFile.maximumSize)[...]
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      if bytes.starts(with: mark) { bytes = bytes.dropFirst(mark.count) }
      var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      if lines.last?.isEmpty ?? false { lines.removeLast() }
      return lines.map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    } catch {
      guard case .tooLarge = error else { throw Failure(.noInput, "\(error)") }
      throw Failure(.usage, "\(path): is larger than \(OptionsFile.maximumSize >> 10) KiB")
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0D].contains(byte) }

  /// The line without leading and trailing blanks.
  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let start = bytes.drop(while: isBlank)
    return start[..<(start.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start.startIndex)]
  }

  private static func kind(
    of line: ArraySlice<UInt8>, at place: String, in path: FilePath, options: KnownNames
  ) throws(Failure) -> Line.Kind {
    // An argument can't contain a NUL.
    guard !line.contains(0) else { throw Failure(.usage, "\(place): contains a NUL") }
    guard String(validating: line, as: UTF8.self) != nil else {
      throw Failure(.usage, "\(place): is not UTF-8")
    }
    if line.isEmpty || line.first == UInt8(ascii: "#") { return .comment }
    let option = line.dropFirst(2)
    let end = option.firstIndex { $0 == UInt8(ascii: "=") || isBlank($0) } ?? option.endIndex
    guard line.starts(with: "--".utf8), !option.isEmpty else {
      guard line.first != UInt8(ascii: "-") else {
        throw Failure(
          .usage,
          "\(place): \"\(excerpt(line))\" is not a long option such as --default-alarm -15m")
      }
      let text = RawByte.text(line)
      if CalendarAddress.isAddress(text) {
        do throws(Failure) {
          return .path(CalendarPath(text: try CalendarAddress(text).url))
        } catch {
          throw Failure(error.status, "\(place): \(error.message ?? "")")
        }
      }
      let calendar = calendar(text, beside: path)
      let name = String(decoding: line[..<end], as: UTF8.self)
      if calendar.facts().isAbsent, options.isOption(name) {
        throw Failure(
          .usage,
          "\(place): no such file: \"\(excerpt(line))\"; write an option as --\(name)")
      }
      return .path(CalendarPath(calendar))
    }
    let name = String(decoding: option[..<end], as: UTF8.self)
    guard !typedOnly.contains(name) else {
      throw Failure(.usage, "\(place): --\(name) belongs on the command line, not in a file")
    }
    guard end < option.endIndex else {
      return .option(
        name: excerpt(option[..<end]),
        value: optionalValues[name])
    }
    // The number of blanks before a value is not visible, so it doesn't matter.
    let value = option[end] == UInt8(ascii: "=") ? option[(end + 1)...] : trimmed(option[end...])
    // Escape the characters that represent raw bytes in arguments.
    let text = RawByte.text(value)
    return .option(
      name: excerpt(option[..<end]),
      value: withPath.contains(name) ? argument(text, beside: path) : text)
  }

  private static func excerpt(_ line: ArraySlice<UInt8>) -> String {
    let text = String(decoding: line, as: UTF8.self).unicodeScalars
    return TerminalText.oneLine(String(text.prefix(quotedLength)))
  }

  /// The path of a calendar, relative to the file's directory or the home directory.
  private static func calendar(_ text: String, beside file: FilePath) -> FilePath {
    if text == "~" { return FilePath(text: UserDirectories.home) }
    guard text.hasPrefix("~/") else {
      return FilePath(argument: argument(text, beside: file))
    }
    return FilePath(text: UserDirectories.home).appending(
      FilePath(argument: String(text.dropFirst(2))).bytes)
  }

  /// Makes a value that begins with a path relative to the directory of the options file.
  private static func argument(_ value: String, beside path: FilePath) -> String {
    let file = FilePath(argument: value)
    let isBeside = path.name.count == path.bytes.count
    return file.isAbsolute || isBeside ? value : path.directory.appending(file.bytes).argument
  }
}

/// The names of options, as far as a file of options needs to know them.
package struct KnownNames: Sendable {
  /// Whether a file can have the option with a long name.
  package let isOption: @Sendable (String) -> Bool
  /// Whether the option with a long name can have several lines, and all of them count.
  package let isRepeatable: @Sendable (String) -> Bool

  /// Makes names from the options of the commands.
  package init(
    isOption: @escaping @Sendable (String) -> Bool,
    isRepeatable: @escaping @Sendable (String) -> Bool
  ) {
    self.isOption = isOption
    self.isRepeatable = isRepeatable
  }

  /// No names, which suffices to find the addresses in a file.
  package static let none = KnownNames { _ in
    false
  } isRepeatable: { _ in
    false
  }
}

/// The long name of an option without the hyphens, and its value; nil without a value.
package struct GivenOption: Hashable {
  /// The long name.
  package let name: String
  /// The value; nil without one.
  package let value: String?

  /// Makes an option as it was given.
  package init(name: String, value: String?) {
    self.name = name
    self.value = value
  }

  /// The option and its value as one argument.
  package var word: String { "--\(name)" + (value.map { "=\($0)" } ?? "") }
}
