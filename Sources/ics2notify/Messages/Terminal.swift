import CSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How a person sees what is written: on how many columns, and in which colours.
struct Terminal {
  /// Where something is written.
  enum Stream {
    case output, errors
  }

  /// What a text is, as far as it is told by colours.
  enum Role: String {
    case heading = "1"
    case error = "1;31"
    case warning = "1;33"
    case note = "1;36"
    case fault = "1;32"
  }

  /// The columns of a line: those of `COLUMNS`, else of the terminal; nil for no bound.
  let columns: Int?
  /// Whether colours are understood and wanted.
  let hasColours: Bool

  /// No terminal: nothing is bounded, and nothing is coloured.
  static let none = Terminal(columns: nil, hasColours: false)

  private init(columns: Int?, hasColours: Bool) {
    self.columns = columns
    self.hasColours = hasColours
  }

  /// Looks at what is written to.
  init(_ stream: Stream) {
    let descriptor = stream == .output ? STDOUT_FILENO : STDERR_FILENO
    let environment = ProcessInfo.processInfo.environment
    let given = environment["COLUMNS"].flatMap { Int($0) } ?? 0
    let own = Int(terminalColumns(descriptor))
    columns = given > 0 ? given : own > 0 ? own : nil
    // An empty NO_COLOR is none (no-color.org).
    hasColours =
      isatty(descriptor) == 1 && (environment["NO_COLOR"] ?? "").isEmpty
      && !["", "dumb"].contains(environment["TERM"] ?? "")
  }

  /// Whether a person sees what is written to standard output.
  static var showsOutput: Bool { isatty(STDOUT_FILENO) == 1 }

  /// A text in the colour of what it is; plain where there are no colours.
  func painted(_ text: some StringProtocol, _ role: Role) -> String {
    hasColours ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : String(text)
  }
}

extension Terminal {
  /// The name of a calendar in its colour; plain without colours.
  func painted(_ name: String, in colour: CalendarFolder.Colour?) -> String {
    guard hasColours, let colour else { return name }
    // Colours by their parts (ITU-T T.416, 13.1.8).
    let parts = "\(colour.red);\(colour.green);\(colour.blue)"
    return "\u{1B}[38;2;\(parts)m\(name)\u{1B}[0m"
  }
}

/// What is typed or piped in.
enum StandardInput {
  /// Says what is waited for, where a person would see nothing but a cursor.
  static func announce(_ subject: String) {
    guard isatty(STDIN_FILENO) == 1 else { return }
    StandardError.say(
      nil, "reading \(subject) from the terminal; Ctrl-D at the start of a line ends it")
  }
}

extension StringProtocol {
  /// The text without the blanks and line ends around it.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
  }
}
