internal import ICalendar

/// Why a component or an alarm is refused as a whole.
struct Refusal: Error {
  /// What is wrong.
  var finding: Finding
  /// The line of what is wrong.
  var line: Int
}
