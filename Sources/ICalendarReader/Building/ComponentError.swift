internal import ICalendar

/// Why a component or an alarm is refused as a whole.
struct ComponentError: Error {
  /// What is wrong.
  var finding: Finding
  /// The line of what is wrong.
  var line: Int
}
