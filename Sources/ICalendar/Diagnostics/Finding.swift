/// The content of a diagnostic: its code, severity, property, section and English message.
///
/// Each module defines its findings in an extension, with one static member per code. All facts
/// about a finding are in one place, and a new finding doesn't change other modules.
package struct Finding: Hashable, Sendable {
  // Codes are part of the output format: scripts match on them, so one is never renamed or reused.
  /// A stable name for this kind of finding, in kebab case.
  package let code: String
  package let severity: Diagnostic.Severity
  /// The property or parameter; nil if the finding is not about one.
  package let property: String?
  /// The section of the standard, such as `RFC 5545, 3.3.10`; nil for none.
  package let section: String?
  /// The invalid text in the file; nil if it is unknown.
  package let offendingText: String?
  /// The problem and its consequence, in lower case without a full stop.
  package private(set) var message: String

  /// The maximum length of a title or value that a diagnostic quotes, in characters.
  package static let longestExcerpt = 60

  /// Makes a finding about a text.
  ///
  /// Use literals as codes, because tests search the sources for them.
  package init(
    _ code: String, _ severity: Diagnostic.Severity, property: String? = nil,
    section: String? = nil, offendingText: String?, message: String
  ) {
    self.code = code
    self.severity = severity
    self.property = property
    self.section = section
    self.offendingText = offendingText
    self.message = message
  }

  /// Makes a finding about a whole property, which is the invalid text, or about no property.
  package init(
    _ code: String, _ severity: Diagnostic.Severity, property: String? = nil,
    section: String? = nil, message: String
  ) {
    self.init(
      code, severity, property: property, section: section, offendingText: property,
      message: message)
  }

  /// Returns the finding with a consequence appended to its message.
  ///
  /// The code that detects a problem often doesn't know the consequence, so its caller adds it.
  package func stating(_ consequence: String) -> Finding {
    var finding = self
    finding.message += "; \(consequence)"
    return finding
  }
}
