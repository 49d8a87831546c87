import ICalendar
import ReminderCompiler

/// A line of standard error for a program: something that is told, as a JSON object.
struct ToldLine: Encodable {
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
    try container.encode(ToldLine.version, forKey: .version)
  }

  /// The line with its end.
  var text: String { ToldLine.line(self) }

  /// The last line, with its end.
  ///
  /// - Parameter exitStatus: How the program ends.
  /// - Returns: What tells a reader that nothing more comes, and nothing was cut off.
  static func last(_ exitStatus: Int32) -> String { line(Last(exitStatus: exitStatus)) }

  private struct Last: Encodable {
    let exitStatus: Int32
    let version = ToldLine.version
  }

  private static func line(_ value: some Encodable) -> String {
    // Every line of texts and numbers can be encoded; an empty one stands for what can't happen.
    String(decoding: (try? value.lineBytes()) ?? Array("{}".utf8), as: UTF8.self) + "\n"
  }
}
