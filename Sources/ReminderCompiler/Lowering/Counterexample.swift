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
  func diagnostic(of reminder: Reminder) -> Diagnostic {
    Diagnostic(
      .triggerRefused(
        alarm: reminder.id.alarm, trigger: trigger.pattern.description, unasked: unasked),
      at: reminder.location, uid: reminder.id.uid)
  }
}
