import CSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The width and the colour support of an output stream.
package struct Terminal {
  /// A stream that can be a terminal.
  package enum Stream {
    case output, errors
  }

  /// The roles of text that have a colour, with the parameters of the escape sequence.
  package enum Role: String {
    case heading = "1"
    case error = "1;31"
    case warning = "1;33"
    case note = "1;36"
    case fault = "1;32"
  }

  /// The width from `COLUMNS`, or of the terminal; nil without a limit.
  package let columns: Int?
  /// Whether text has colours.
  package let hasColours: Bool

  /// Output without a width limit and without colours.
  package static let none = Terminal(columns: nil, hasColours: false)

  private init(columns: Int?, hasColours: Bool) {
    self.columns = columns
    self.hasColours = hasColours
  }

  /// Finds the properties of a stream.
  package init(_ stream: Stream) {
    let descriptor = stream == .output ? STDOUT_FILENO : STDERR_FILENO
    let environment = ProcessInfo.processInfo.environment
    let given = environment["COLUMNS"].flatMap { Int($0) } ?? 0
    let own = Int(terminalColumns(descriptor))
    columns = given > 0 ? given : own > 0 ? own : nil
    // An empty NO_COLOR has no effect (no-color.org).
    hasColours =
      isatty(descriptor) == 1 && (environment["NO_COLOR"] ?? "").isEmpty
      && !["", "dumb"].contains(environment["TERM"] ?? "")
  }

  /// Whether standard output is a terminal.
  package static var showsOutput: Bool { isatty(STDOUT_FILENO) == 1 }

  /// The text in the colour of its role, or unchanged without colours.
  package func painted(_ text: some StringProtocol, as role: Role) -> String {
    hasColours ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : String(text)
  }
}

/// Standard input, which can be a terminal.
package enum StandardInput {
  /// Writes which input is expected if standard input is a terminal.
  package static func announce(_ subject: String) {
    guard isatty(STDIN_FILENO) == 1 else { return }
    StandardError.say(
      nil, "reading \(subject) from the terminal; Ctrl-D at the start of a line ends it")
  }
}

extension StringProtocol {
  /// The text without leading and trailing whitespace.
  package var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
  }
}
