/// Something that the user should know about the input or the plan.
///
/// Recoverable trouble is collected in values like this one rather than thrown, so that one broken
/// component never stops the others.
///
/// ```swift
/// let now = Instant(iso8601: "2028-01-03T07:00:00Z")!
/// let event = CalendarComponent(uid: "no-start@example.org")
/// let plan = Compiler.plan(for: [event], NotificationOptions(now: now, deviceZone: .gmt))
/// let diagnostic = plan.diagnostics[0]
/// print(diagnostic.severity, diagnostic.code)  // error start-missing
/// print(diagnostic.message)  // DTSTART is missing; the event is skipped
/// ```
public struct Diagnostic: Hashable, Sendable {
  /// How bad it is.
  public enum Severity: String, Codable, Sendable, Comparable {
    /// Worth knowing; nothing is wrong.
    case note
    /// The input is at fault and was forgiven: nothing is lost.
    case warning
    /// A part of the input was refused.
    case error

    /// Orders severities from the mildest.
    public static func < (left: Severity, right: Severity) -> Bool {
      left.rank < right.rank
    }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// What was found.
  package let finding: Finding
  /// Where, if the place is known.
  public let location: SourceLocation?
  /// The UID of the series concerned, if there is one.
  public let uid: String?

  /// Makes a diagnostic.
  package init(_ finding: Finding, at location: SourceLocation? = nil, uid: String? = nil) {
    self.finding = finding
    self.location = location
    self.uid = uid
  }

  /// How bad it is.
  public var severity: Severity { finding.severity }
  /// A stable name for this kind of finding, in kebab case.
  public var code: String { finding.code }
  /// What was found and what was expected, in lower case without a full stop.
  public var message: String { finding.message }
  /// The property or parameter concerned, if there is one.
  public var property: String? { finding.property }
  /// The text at fault in the line that it stands in, if it can be told.
  public var offendingText: String? { finding.offendingText }
  /// Where the standard says so, if it does: `RFC 5545, 3.3.10`.
  public var section: String? { finding.section }
}

/// In the form of one of a plan's `diagnostics`.
extension Diagnostic: Codable {
  private enum CodingKeys: String, CodingKey {
    case severity, code, message, file, line, uid, property, section
  }

  /// Reads a diagnostic; its ``offendingText`` is not in the document.
  ///
  /// - Parameter decoder: What has it.
  /// - Throws: A `DecodingError` where it is none.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let file = try container.decodeIfPresent(String.self, forKey: .file)
    let line = try container.decodeIfPresent(Int.self, forKey: .line)
    guard (file == nil) == (line == nil), line ?? 1 >= 1 else {
      throw DecodingError.dataCorruptedError(
        forKey: .line, in: container,
        debugDescription: "is not a line from 1 of a file, or none of none")
    }
    let finding = try decoder.singleValueContainer().decode(Finding.self)
    self.init(
      finding, at: file.flatMap { file in line.map { SourceLocation(file: file, line: $0) } },
      uid: try container.decodeIfPresent(String.self, forKey: .uid))
  }

  /// Writes the diagnostic; what is absent is `null`.
  ///
  /// - Parameter encoder: What takes it.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(severity, forKey: .severity)
    try container.encode(code, forKey: .code)
    try container.encode(message, forKey: .message)
    try container.encode(location?.file, forKey: .file)
    try container.encode(location?.line, forKey: .line)
    try container.encode(uid, forKey: .uid)
    try container.encode(property, forKey: .property)
    try container.encode(section, forKey: .section)
  }
}

extension Finding: Decodable {
  private enum CodingKeys: String, CodingKey {
    case severity, code, message, property, section
  }

  /// Reads the facts of a diagnostic.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(String.self, forKey: .code),
      try container.decode(Diagnostic.Severity.self, forKey: .severity),
      property: try container.decodeIfPresent(String.self, forKey: .property),
      section: try container.decodeIfPresent(String.self, forKey: .section),
      offendingText: nil, message: try container.decode(String.self, forKey: .message))
  }
}

/// A place in an input file.
///
/// ```swift
/// let start = SourceLocation(file: "standup.ics", line: 6)
/// print(start < SourceLocation(file: "standup.ics", line: 11))  // true
/// ```
public struct SourceLocation: Hashable, Sendable, Comparable {
  /// The file's path as it was given, or `<stdin>`.
  public var file: String
  /// The line, from 1, of the first physical line of the content line or component.
  public var line: Int

  /// Makes a place.
  ///
  /// - Parameters:
  ///   - file: The file's path.
  ///   - line: The line, from 1.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  /// Orders places by file, then line.
  public static func < (left: SourceLocation, right: SourceLocation) -> Bool {
    (left.file, left.line) < (right.file, right.line)
  }
}
