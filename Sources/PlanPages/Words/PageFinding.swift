/// A diagnostic in words, for a page.
package struct PageFinding {
  /// How bad it is: `error`, `warning`, `note`.
  let severity: String
  /// Its code.
  let code: String
  /// Where, and what.
  let place: String?
  let message: String

  /// Puts a diagnostic into words.
  ///
  /// - Parameters:
  ///   - severity: How bad it is.
  ///   - code: Its code.
  ///   - place: Where: `standup.ics:14`; nil for nowhere.
  ///   - message: What was found.
  package init(severity: String, code: String, place: String?, message: String) {
    self.severity = severity
    self.code = code
    self.place = place
    self.message = message
  }
}
