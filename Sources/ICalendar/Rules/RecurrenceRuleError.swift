/// Why a text is not a recurrence rule.
///
/// ```swift
/// do {
///   _ = try RecurrenceRule("FREQ=MONTHLY;BYMONTHDAY=32")
/// } catch {
///   print(error)  // BYMONTHDAY=32 is not in 1…31 or -31…-1
/// }
/// ```
public enum RecurrenceRuleError: Error, Hashable, Sendable {
  /// A piece between semicolons that is no `NAME=VALUE`.
  case notAPart(String)
  /// A part that RFC 5545 and RFC 7529 don't know.
  case unknownPart(String)
  /// A part that stands twice.
  case repeatedPart(String)
  /// No FREQ.
  case missingFrequency
  /// A value that its part can't have.
  case invalidValue(part: String, value: String, expected: String)
  /// A part that the table of 3.3.10 doesn't allow at this frequency.
  case notAllowed(part: String, frequency: String)
  /// A calendar other than the Gregorian (RFC 7529).
  case unsupportedCalendar(String)
}

extension RecurrenceRuleError: CustomStringConvertible {
  /// What was found and what was expected, in lower case without a full stop.
  public var description: String {
    switch self {
    case .notAPart(let text): "\"\(text)\" is no NAME=VALUE"
    case .unknownPart(let name): "\(name) is no part of a recurrence rule"
    case .repeatedPart(let name): "\(name) stands more than once"
    case .missingFrequency: "FREQ is missing"
    case .invalidValue(let part, let value, let expected): "\(part)=\(value) is not \(expected)"
    case .notAllowed(let part, let frequency): "\(part) is not allowed with FREQ=\(frequency)"
    case .unsupportedCalendar(let name): "RSCALE=\(name) is not supported, only GREGORIAN"
    }
  }

  /// Where the standard says so.
  package var section: String {
    switch self {
    case .unsupportedCalendar: "RFC 7529, 4.1"
    default: "RFC 5545, 3.3.10"
    }
  }

  /// The text at fault, as it stands in the rule.
  package var offendingText: String? {
    switch self {
    case .notAPart(let text): text
    case .unknownPart(let name), .repeatedPart(let name), .notAllowed(let name, _): name
    case .invalidValue(let part, _, _): part
    case .missingFrequency: nil
    case .unsupportedCalendar(let name): name
    }
  }
}
