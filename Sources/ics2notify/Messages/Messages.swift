import ArgumentParser
import CSystem
import ICalendar
import ReminderCompiler
import TextSafety

/// What a run says besides its result: on standard error at once, or kept for somebody who passes it
/// on.
final class Messages {
  /// What a message is, as it begins.
  enum Kind: String {
    case error, warning, note, hint
  }

  /// How many of many things a message names.
  static let mostNamed = 10

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
    !isKept && StandardError.isTerminal && DiagnosticFormat.requested == .text
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
    guard DiagnosticFormat.requested == .json else { return write(lines) }
    for line in lines.split(separator: "\n") {
      write(MessageLine(Kind.note.rawValue, String(line), file: subject).text)
    }
  }

  private func write(_ text: String) {
    if isKept { self.text += text } else { StandardError.write(text) }
  }
}

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
    switch DiagnosticFormat.requested {
    case .json: return MessageLine((kind ?? .note).rawValue, message, file: file).text
    case .text:
      let word = kind.map { "\($0.rawValue): " } ?? ""
      let name = ProgramArguments.programName
      return TerminalText.oneLine("\(name): \(subject)\(word)\(message)") + "\n"
    }
  }

  /// Tells a program how this one ends; a person sees no more.
  static func end(_ status: Int32) {
    guard DiagnosticFormat.requested == .json, !DiagnosticFormat.isWorkers else { return }
    write(MessageLine.last(status))
  }
}

/// A line of standard error for a program: something that is told, as a JSON object.
struct MessageLine: Encodable {
  /// The version of the format: it grows where a reader of the last one could go wrong.
  static let version = 1

  private let severity: String
  private let message: String
  private var file: String?
  private var diagnostic: Diagnostic?

  /// What was found.
  init(_ diagnostic: Diagnostic) {
    severity = diagnostic.severity.rawValue
    message = diagnostic.message
    file = diagnostic.location?.file
    self.diagnostic = diagnostic
  }

  /// What is told besides.
  ///
  /// - Parameters:
  ///   - severity: What it is.
  ///   - message: What is told.
  ///   - file: The file that it is about; nil for none.
  init(_ severity: String, _ message: String, file: String? = nil) {
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

  /// The line with its end.
  var text: String { MessageLine.line(self) }

  /// The last line, with its end.
  ///
  /// - Parameter exitStatus: How the program ends.
  /// - Returns: What tells a reader that nothing more comes, and nothing was cut off.
  static func last(_ exitStatus: Int32) -> String { line(Last(exitStatus: exitStatus)) }

  private struct Last: Encodable {
    let exitStatus: Int32
    let version = MessageLine.version
  }

  private static func line(_ value: some Encodable) -> String {
    // Every line of texts and numbers can be encoded; an empty one stands for what can't happen.
    String(decoding: (try? value.lineBytes()) ?? Array("{}".utf8), as: UTF8.self) + "\n"
  }
}

/// How standard error tells what isn't the result (`--diagnostics`).
enum DiagnosticFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json

  /// What is asked for.
  ///
  /// Looked for in the command line itself, since one that makes no sense is told in it, too: there
  /// the parser has no value of any option. A file of options can't have the option.
  static let requested: DiagnosticFormat = {
    // Their own arguments can be a command line that somebody is about to type.
    let others: [CommandName?] = [.completions, .schema, .show]
    return others.contains(ProgramArguments.command) ? .text : last(in: ProgramArguments.own)
  }()

  /// Whether a worker of a batch runs, whose end is not that of the run.
  static let isWorkers = ProgramArguments.own.contains { $0.hasPrefix("--worker=") }

  /// The last format that arguments name.
  private static func last(in arguments: [String]) -> DiagnosticFormat {
    let option = "--diagnostics"
    let words = arguments.prefix { $0 != "--" }
    var last = text
    for (word, next) in zip(words, words.dropFirst() + [""]) {
      let value =
        word == option
        ? next : word.hasPrefix("\(option)=") ? String(word.dropFirst(option.count + 1)) : ""
      last = DiagnosticFormat(rawValue: value) ?? last
    }
    return last
  }
}
