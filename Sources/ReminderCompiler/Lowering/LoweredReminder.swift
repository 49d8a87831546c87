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

extension LoweredReminder {
  /// What another reminder is lowered to that fires at the same times, divided in the same way.
  ///
  /// - Parameters:
  ///   - reminder: The other reminder.
  ///   - diagnostics: What is odd about that one.
  /// - Returns: The same with what it shows, and with the same triggers.
  func lowered(as reminder: Reminder, _ diagnostics: [Diagnostic]) -> LoweredReminder {
    let grouped = GroupedFires(
      groups.map { FireGroup(of: reminder, at: $0.group) },
      groups.first?.search)
    return LoweredReminder(
      id: reminder.id, groups: groups.indices.map { LoweredGroup(grouped, at: $0) },
      excess: excess.map { FireGroup(of: reminder, at: $0) },
      dueNow: dueNow, cut: cut, location: reminder.location,
      diagnostics: diagnostics)
  }
}
