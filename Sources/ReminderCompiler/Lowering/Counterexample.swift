package import CivilTime
import ICalendar
package import NotificationTriggers

/// A fire that shows a trigger to be wrong: what its group has to do without, and why.
package struct Counterexample: Sendable, Hashable {
  /// The trigger.
  package let trigger: CalendarTrigger
  /// A fire of it that nobody asked for.
  package let unasked: Instant

  /// What the user should know about it.
  ///
  /// - Parameters:
  ///   - reminder: The reminder.
  ///   - location: Where its series stands in the input.
  /// - Returns: What is told.
  func diagnostic(of reminder: Reminder.ID, at location: SourceLocation?) -> Diagnostic {
    Diagnostic(
      .triggerRefused(
        alarm: reminder.alarm, trigger: trigger.pattern.description, unasked: unasked),
      at: location, uid: reminder.uid)
  }
}
