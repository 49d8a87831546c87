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
  var areReadNow: Bool { !isKept && StandardError.isTerminal }

  /// Whether hints are told by somebody else, once for all.
  var keepsHints = false
  /// How many hints were kept so.
  private(set) var hintCount = 0

  /// Says something in a line with the program's name before it.
  func say(_ kind: Kind, _ message: String) {
    if kind == .hint, keepsHints {
      hintCount += 1
      return
    }
    let named = subject.flatMap { message.hasPrefix($0) ? nil : "\($0): " } ?? ""
    let line = StandardError.line("\(named)\(kind.rawValue): \(message)")
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

  /// Adds a text that says by itself what it is about.
  func write(_ text: String) {
    if isKept { self.text += text } else { StandardError.write(text) }
  }
}
