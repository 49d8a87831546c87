/// The facts of a diagnostic: a code, how bad it is, what it is about, and its English.
///
/// Each module makes its own in an extension, a static member for each code, so that all that there
/// is to say about one stands in one place, and a module that finds something new changes no other.
package struct Finding: Hashable, Sendable {
  // Codes are part of the output format: scripts match on them, so one is never renamed or reused.
  /// A stable name for this kind of finding, in kebab case.
  package let code: String
  /// How bad it is.
  package let severity: Diagnostic.Severity
  /// The property or parameter concerned, if there is one.
  package let property: String?
  /// Where the standard says so, if it does: `RFC 5545, 3.3.10`.
  package let section: String?
  /// The text at fault, as it stands in the file, if it can be told.
  package let offendingText: String?
  /// The fault and its consequence, in lower case without a full stop.
  package private(set) var message: String

  /// The longest title or piece of a value that a diagnostic quotes, in characters.
  package static let longestExcerpt = 60

  /// Makes a finding about a text.
  ///
  /// - Parameters:
  ///   - code: Its name, in kebab case; a literal, since tests look for it in the sources.
  ///   - severity: How bad it is.
  ///   - property: The property or parameter concerned.
  ///   - section: Where the standard says so.
  ///   - offendingText: The text at fault, if it can be told.
  ///   - message: Its English: lower case, no full stop.
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

  /// Makes a finding about a whole property, or about none.
  ///
  /// - Parameters:
  ///   - code: Its name, in kebab case; a literal, since tests look for it in the sources.
  ///   - severity: How bad it is.
  ///   - property: The property or parameter concerned, which is the text at fault.
  ///   - section: Where the standard says so.
  ///   - message: Its English: lower case, no full stop.
  package init(
    _ code: String, _ severity: Diagnostic.Severity, property: String? = nil,
    section: String? = nil, message: String
  ) {
    self.init(
      code, severity, property: property, section: section, offendingText: property,
      message: message)
  }

  /// Returns the finding with its consequence at the end of its message.
  ///
  /// A reader finds a fault in one place, and decides about the consequence in another one.
  ///
  /// - Parameter consequence: For example `the event is skipped`.
  /// - Returns: The finding.
  package func stating(_ consequence: String) -> Finding {
    var finding = self
    finding.message += "; \(consequence)"
    return finding
  }
}
