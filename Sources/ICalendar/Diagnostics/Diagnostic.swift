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
