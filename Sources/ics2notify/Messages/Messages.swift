import ICalendar
import TextSafety

/// What a run says besides its result: on standard error at once, or kept for somebody who passes it
/// on.
final class Messages {
  /// What a message is, as it begins.
  enum Kind: String {
    case error, warning, note, hint
  }

  private let isKept: Bool
  /// What messages are about that don't name it, where there is more than one such thing.
  var subject: String?
  /// What was kept, as standard error would have it.
  private(set) var text = ""
  /// Of what was kept the errors, without that word before them.
  private(set) var errors: [String] = []
  /// Of what was kept the rest, such as `hint: none of the 2 events …`.
  private(set) var remarks: [String] = []
  /// What was kept of what was found, shown or not.
  private(set) var diagnostics: [Diagnostic] = []

  /// Begins.
  ///
  /// - Parameter isKept: Whether nothing is written to standard error.
  init(isKept: Bool = false) {
    self.isKept = isKept
  }

  /// Whether a person reads along.
  var areReadNow: Bool {
    !isKept && StandardError.isTerminal && DiagnosticFormat.asked == .text
  }

  /// Whether hints are told by somebody else, once for all.
  var keepsHints = false
  /// How many hints were kept so.
  private(set) var hintCount = 0

  /// Says something in a line with the program's name before it.
  ///
  /// - Parameters:
  ///   - kind: What it is.
  ///   - message: What is said.
  ///   - file: The file that it is about; nil for what messages are about here, or none.
  func say(_ kind: Kind, _ message: String, file: String? = nil) {
    if kind == .hint, keepsHints {
      hintCount += 1
      return
    }
    let named = subject.flatMap { message.hasPrefix($0) ? nil : "\($0): " } ?? ""
    let line = StandardError.line(kind, message, subject: named, file: subject ?? file)
    guard isKept else { return StandardError.write(line) }
    text += line
    let shown = TerminalText.oneLine(message)
    if kind == .error { errors.append(shown) } else { remarks.append("\(kind.rawValue): \(shown)") }
  }

  /// Shows what was found.
  func show(_ diagnostics: [Diagnostic], by printer: DiagnosticPrinter) {
    if isKept { self.diagnostics += diagnostics }
    write(printer.text(diagnostics))
  }

  /// Tells lines that say by themselves what they are about.
  func tell(_ lines: String) {
    guard DiagnosticFormat.asked == .json else { return write(lines) }
    for line in lines.split(separator: "\n") {
      write(ToldLine(Kind.note.rawValue, String(line), file: subject).text)
    }
  }

  private func write(_ text: String) {
    if isKept { self.text += text } else { StandardError.write(text) }
  }
}
