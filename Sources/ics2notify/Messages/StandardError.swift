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

  /// Says something in a line with the program's name before it and nothing in it that a terminal
  /// obeys.
  ///
  /// - Parameters:
  ///   - kind: What it is; nil for what only asks for patience.
  ///   - message: What is said.
  static func say(_ kind: Messages.Kind?, _ message: String) { write(line(kind, message)) }

  /// A message as it is said.
  ///
  /// - Parameters:
  ///   - kind: What it is; nil for what only asks for patience.
  ///   - message: What is said.
  ///   - subject: What stands before it, for a person.
  ///   - file: The file that it is about, for a program; nil for none.
  /// - Returns: The line with its end.
  static func line(
    _ kind: Messages.Kind?, _ message: String, subject: String = "", file: String? = nil
  ) -> String {
    switch DiagnosticFormat.asked {
    case .json: return ToldLine((kind ?? .note).rawValue, message, file: file).text
    case .text:
      let word = kind.map { "\($0.rawValue): " } ?? ""
      let name = ProgramArguments.programName
      return TerminalText.oneLine("\(name): \(subject)\(word)\(message)") + "\n"
    }
  }

  /// Tells a program how this one ends; a person sees no more.
  static func end(_ status: Int32) {
    guard DiagnosticFormat.asked == .json, !DiagnosticFormat.isWorkers else { return }
    write(ToldLine.last(status))
  }
}
