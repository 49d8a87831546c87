/// Information for the user about the input or the plan.
///
/// Recoverable errors are collected as values of this type instead of thrown, so that one invalid
/// component doesn't affect the others.
///
/// ```swift
/// let now = Instant(iso8601: "2028-01-03T07:00:00Z")!
/// let event = CalendarComponent(uid: "no-start@example.org")
/// let plan = Compilation(of: [event], NotificationOptions(now: now, deviceZone: .gmt)).plan
/// let diagnostic = plan.diagnostics[0]
/// print(diagnostic.severity, diagnostic.code)  // error start-missing
/// print(diagnostic.message)  // DTSTART is missing; the event is skipped
/// ```
public struct Diagnostic: Hashable, Sendable {
  /// The severity of a diagnostic.
  public enum Severity: String, Codable, Sendable, Comparable {
    /// Useful information.
    ///
    /// The input is valid.
    case note
    /// The input is invalid but was accepted, without loss.
    case warning
    /// A part of the input was rejected.
    case error

    /// Orders severities from the least severe to the most severe.
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

  package let finding: Finding
  /// The location in the input; nil if it is unknown.
  public let location: SourceLocation?
  /// The UID of the series; nil if the diagnostic is not about a series.
  public let uid: String?

  package init(_ finding: Finding, at location: SourceLocation? = nil, uid: String? = nil) {
    self.finding = finding
    self.location = location
    self.uid = uid
  }

  /// The severity.
  public var severity: Severity { finding.severity }
  /// A stable name for this kind of diagnostic, in kebab case.
  public var code: String { finding.code }
  /// The problem and its consequence, in lower case without a full stop.
  public var message: String { finding.message }
  /// The property or parameter; nil if the diagnostic is not about one.
  public var property: String? { finding.property }
  /// The invalid text within its line; nil if it is unknown.
  public var offendingText: String? { finding.offendingText }
  /// The section of the standard, such as `RFC 5545, 3.3.10`; nil for none.
  public var section: String? { finding.section }
}

/// The format is that of an entry in a plan's `diagnostics`.
extension Diagnostic: Codable {
  private enum CodingKeys: String, CodingKey {
    case severity, code, message, file, line, uid, property, section
  }

  /// Reads a diagnostic.
  ///
  /// Its ``offendingText`` is nil, because the format doesn't contain it.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: A `DecodingError` if the data is not a diagnostic.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let file = try container.decodeIfPresent(String.self, forKey: .file)
    let line = try container.decodeIfPresent(Int.self, forKey: .line)
    guard (file == nil) == (line == nil), line ?? 1 >= 1 else {
      throw DecodingError.dataCorruptedError(
        forKey: .line, in: container,
        debugDescription: "is not a positive line number together with a file")
    }
    let finding = Finding(
      try container.decode(String.self, forKey: .code),
      try container.decode(Severity.self, forKey: .severity),
      property: try container.decodeIfPresent(String.self, forKey: .property),
      section: try container.decodeIfPresent(String.self, forKey: .section),
      offendingText: nil, message: try container.decode(String.self, forKey: .message))
    self.init(
      finding, at: file.flatMap { file in line.map { SourceLocation(file: file, line: $0) } },
      uid: try container.decodeIfPresent(String.self, forKey: .uid))
  }

  /// Writes the diagnostic.
  ///
  /// Missing values are written as `null`.
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

/// A location in an input file.
///
/// ```swift
/// let start = SourceLocation(file: "standup.ics", line: 6)
/// print(start < SourceLocation(file: "standup.ics", line: 11))  // true
/// ```
public struct SourceLocation: Hashable, Sendable, Comparable {
  /// The file's path as the caller gave it, or `<stdin>`.
  public var file: String
  /// The number of the first physical line of the content line or component, from 1.
  public var line: Int

  /// Makes a location.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  /// Orders locations by file, then by line.
  public static func < (left: SourceLocation, right: SourceLocation) -> Bool {
    (left.file, left.line) < (right.file, right.line)
  }
}
