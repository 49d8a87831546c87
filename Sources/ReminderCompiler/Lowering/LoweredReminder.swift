package import CivilTime
package import ICalendar

/// A reminder with its groups lowered, first alerts before repeats.
package struct LoweredReminder: Sendable {
  /// What tells the reminder from others.
  package let id: Reminder.ID
  /// Its groups.
  package let groups: [LoweredGroup]
  /// Repeats that are cut off, in a group for each component: there are more of them at one alert than
  /// slots for everything.
  package let excess: [FireGroup]
  /// The fires at now itself, which no trigger that is added now can answer.
  package let dueNow: [Instant]
  /// Where the look at its fires was cut short.
  package let cut: Instant?
  /// Where its series stands in the input.
  package let location: SourceLocation?
  /// What is odd about it, or about it and others of its series behind it.
  package let diagnostics: [Diagnostic]
}
