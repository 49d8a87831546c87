internal import ICalendar

/// Why a component or an alarm is refused as a whole.
struct ComponentError: Error {
  /// What is wrong.
  var finding: Finding
  /// The line of what is wrong.
  var line: Int

  /// Returns the error with its consequence at the end of its message.
  func stating(_ consequence: String) -> ComponentError {
    ComponentError(finding: finding.stating(consequence), line: line)
  }
}
