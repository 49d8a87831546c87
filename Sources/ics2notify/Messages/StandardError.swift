import CSystem
import TextSafety

/// Where everything but results goes.
enum StandardError {
  /// Whether a person reads along.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes a text; what can't be written is dropped, for there is nobody left to tell.
  static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = writeAll(STDERR_FILENO, bytes, bytes.count)
  }

  /// Writes a line with the program's name before it and nothing in it that a terminal obeys.
  static func say(_ message: String) { write(line(message)) }

  /// A message as it is said.
  static func line(_ message: String) -> String {
    TerminalText.oneLine("ics2notify: \(message)") + "\n"
  }
}
