/// What the system groups notifications by (`threadIdentifier`).
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// var grouped = options
/// grouped.threads = .calendar
/// let one = Compiler.plan(for: [standUp], options).requests[0].content
/// let other = Compiler.plan(for: [standUp], grouped).requests[0].content
/// print(one.threadIdentifier == other.threadIdentifier)  // false
/// ```
public enum ThreadGrouping: String, CaseIterable, Codable, Sendable {
  /// All notifications of one series.
  case series
  /// All notifications of one calendar, by its name.
  case calendar
}
