import CSystem
package import ICalendar
import ReminderOptions
import TextSafety

/// Writes the messages of a run to standard error, or keeps them for the caller.
package final class Messages {
  /// The kinds of messages.
  package enum Kind: String {
    case error, warning, note, hint
  }

  /// The most items that a message names.
  package static let mostNamed = 10

  private let isKept: Bool
  /// The calendar that the messages are about, if the run has several; messages begin with it.
  package var subject: String?
  /// The kept messages, in the format of standard error.
  package private(set) var text = ""
  /// The kept errors, without the `error:` prefix.
  package private(set) var errors: [String] = []
  /// The other kept messages, such as `hint: none of the 2 events …`.
  package private(set) var remarks: [String] = []
  /// The kept diagnostics, including those that are not shown.
  package private(set) var diagnostics: [Diagnostic] = []

  /// Makes messages that are written at once, or kept.
  package init(isKept: Bool = false) {
    self.isKept = isKept
  }

  /// Whether the messages appear as text on a terminal.
  package var areReadNow: Bool {
    !isKept && StandardError.isTerminal && Invocation.current.format == .text
  }

  /// Whether hints are only counted, since the caller writes them once for all calendars.
  package var keepsHints = false
  /// The number of counted hints.
  package private(set) var hintCount = 0

  /// Writes or keeps a line that begins with the program's name.
  ///
  /// In JSON, the line names ``subject`` if that is set, and `file` otherwise.
  package func say(_ kind: Kind, _ message: String, file: String? = nil) {
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

  /// Writes or keeps diagnostics.
  package func show(_ diagnostics: [Diagnostic], by printer: DiagnosticPrinter) {
    if isKept { self.diagnostics += diagnostics }
    write(printer.text(diagnostics))
  }

  /// Writes lines that need no prefix; in JSON, each becomes a note.
  package func tell(_ lines: String) {
    guard Invocation.current.format == .json else { return write(lines) }
    for line in lines.split(separator: "\n") {
      write(MessageLine(severity: Kind.note.rawValue, message: String(line), file: subject).text)
    }
  }

  private func write(_ text: String) {
    if isKept { self.text += text } else { StandardError.write(text) }
  }
}

/// Standard error, which receives all output except results.
package enum StandardError {
  /// Whether standard error is a terminal.
  package static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes a text and ignores errors, because they could not be reported.
  package static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = writeAll(STDERR_FILENO, bytes, bytes.count)
  }

  /// Writes a message as one line, without terminal control characters; `kind` is nil for progress.
  package static func say(_ kind: Messages.Kind?, _ message: String) { write(line(kind, message)) }

  /// Formats a message as one line.
  ///
  /// - Parameters:
  ///   - kind: The kind; nil for progress, which JSON reports as a note.
  ///   - message: The text of the message.
  ///   - subject: The prefix of the message, only in text format.
  ///   - file: The file that the message is about, only in JSON.
  /// - Returns: The line, with its line end.
  static func line(
    _ kind: Messages.Kind?, _ message: String, subject: String = "", file: String? = nil
  ) -> String {
    switch Invocation.current.format {
    case .json:
      return MessageLine(severity: (kind ?? .note).rawValue, message: message, file: file).text
    case .text:
      let word = kind.map { "\($0.rawValue): " } ?? ""
      let name = Program.name
      return TerminalText.oneLine("\(name): \(subject)\(word)\(message)") + "\n"
    }
  }

  /// Writes the exit status as the last line of JSON.
  package static func end(_ status: Int32) {
    guard Invocation.current.format == .json, !Invocation.current.isWorker else { return }
    write(MessageLine.last(status))
  }
}

/// A diagnostic or a message, written to standard error as one JSON object per line.
struct MessageLine: Encodable {
  /// The version of the format, which changes only if a reader of the last one could fail.
  static let version = 1

  private let severity: String
  private let message: String
  private var file: String?
  private var diagnostic: Diagnostic?

  init(_ diagnostic: Diagnostic) {
    severity = diagnostic.severity.rawValue
    message = diagnostic.message
    file = diagnostic.location?.file
    self.diagnostic = diagnostic
  }

  init(severity: String, message: String, file: String? = nil) {
    (self.severity, self.message, self.file) = (severity, message, file)
  }

  private enum CodingKeys: String, CodingKey {
    case severity, code, message, file, line, uid, property, section, version
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(severity, forKey: .severity)
    try container.encode(diagnostic?.code, forKey: .code)
    try container.encode(message, forKey: .message)
    try container.encode(file, forKey: .file)
    try container.encode(diagnostic?.location?.line, forKey: .line)
    try container.encode(diagnostic?.uid, forKey: .uid)
    try container.encode(diagnostic?.property, forKey: .property)
    try container.encode(diagnostic?.section, forKey: .section)
    try container.encode(MessageLine.version, forKey: .version)
  }

  /// The line with its line end.
  var text: String { MessageLine.line(self) }

  /// The last line: the exit status, which shows that the output is complete.
  static func last(_ exitStatus: Int32) -> String { line(Last(exitStatus: exitStatus)) }

  private struct Last: Encodable {
    let exitStatus: Int32
    let version = MessageLine.version
  }

  private static func line(_ value: some Encodable) -> String {
    // Encoding strings and numbers does not fail; `{}` is never written.
    String(decoding: (try? value.lineBytes()) ?? Array("{}".utf8), as: UTF8.self) + "\n"
  }
}
