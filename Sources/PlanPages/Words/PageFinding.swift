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

/// What was found, as far as a page shows it.
package struct PageFindings {
  /// Those that are shown, in their order.
  let shown: [PageFinding]
  /// How many there are beside.
  let omitted: Int
  /// How many parts of calendars were refused, shown here or not.
  let refused: Int

  /// The most that a page has room for.
  package static let maximumShown = 500

  /// Takes up what is shown.
  ///
  /// - Parameters:
  ///   - shown: What is shown, ``maximumShown`` at most.
  ///   - omitted: How many there are beside.
  ///   - refused: How many parts of calendars were refused.
  package init(_ shown: [PageFinding], omitted: Int = 0, refused: Int = 0) {
    self.shown = shown
    self.omitted = omitted
    self.refused = refused
  }
}
