/// How each reminder came to its requests: what was tried, why not, and what was chosen.
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// let explanation = Compiler.explanation(of: [standUp], options, uid: "standup@example.org")
/// print(explanation.isEmpty, explanation.plan.requests.count)  // false 5
/// ```
public struct Explanation: Sendable {
  /// The plan that is explained.
  public let plan: Plan
  /// The reminders that are explained, by UID and alarm.
  package let reminders: [ReminderExplanation]
  /// The reminders that rules leave out, by UID and alarm.
  package let leftOut: [LeftOutReminder]

  /// Whether no reminder is explained.
  public var isEmpty: Bool { reminders.isEmpty && leftOut.isEmpty }
}
