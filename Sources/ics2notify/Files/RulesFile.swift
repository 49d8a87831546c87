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

    /// Refuses the line.
    ///
    /// - Parameter why: What is wrong with it, and what is expected.
    /// - Returns: What to tell the user.
    func failure(_ why: String) -> Failure { Failure(.usage, "\(place): \(why)") }
  }

  /// The lines that say something.
  let lines: [Line]

  /// The largest file, in bytes: a hundred for each line.
  private static let maximumSize = 1 << 20
  /// The most lines.
  static let maximumLines = 10_000
  /// The longest line, in bytes: half of what Linux takes for one argument, which the line becomes
  /// for a worker of a batch.
  private static let longestLine = 1 << 16
  /// How much of a line is quoted in a message, in characters of Unicode.
  private static let longestExcerpt = 60

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
  ///
  /// - Parameter path: Its path.
  /// - Throws: Why it says nothing, or which line makes no sense whatever the subcommand.
  init(_ path: FilePath) throws(Failure) {
    guard !path.isHyphen else {
      throw Failure(.usage, "--rules - is no file; options are not read from standard input")
    }
    var lines: [Line] = []
    let texts = try RulesFile.bytes(of: path).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // Behind the last line end there is no line.
    guard texts.count - (texts.last?.isEmpty == true ? 1 : 0) <= RulesFile.maximumLines else {
      throw Failure(.usage, "\(path): has more than \(RulesFile.maximumLines) lines")
    }
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
      throw Failure(.usage, "\(path): is larger than \(RulesFile.maximumSize >> 20) MiB")
    }
  }

  /// The text of a line without the blanks around it, which nobody sees.
  private static func text(
    of bytes: ArraySlice<UInt8>, at place: String
  ) throws(Failure) -> Substring {
    guard bytes.count <= longestLine else {
      throw Failure(.usage, "\(place): has more than \(longestLine) bytes")
    }
    // No word of a command line has one.
    guard !bytes.contains(0) else { throw Failure(.usage, "\(place): has a NUL in it") }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(.usage, "\(place): is no UTF-8")
    }
    return trimmed(text[...])
  }

  /// The beginning of a text for a message.
  private static func excerpt(_ text: Substring.UnicodeScalarView) -> String {
    TerminalText.oneLine(String(text.prefix(longestExcerpt)))
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
    guard text.hasPrefix("--") else {
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
