package import ICalendar

/// What one reminder gets of the slots.
package struct SelectedReminder: Sendable {
  /// The reminder.
  package let lowered: LoweredReminder
  /// The covers of its groups, each by the group's index; a group without one gets nothing.
  package let covers: [Int: Cover]

  /// What is odd about it, and which triggers it has to do without.
  ///
  /// What gets no slot misses no trigger: there may be nobody who looked for one.
  package var diagnostics: [Diagnostic] {
    guard !covers.isEmpty else { return lowered.diagnostics }
    return lowered.diagnostics
      + lowered.groups.flatMap(\.counterexamples).map {
        $0.diagnostic(of: lowered.id, at: lowered.location)
      }
  }

  /// The slots that it takes.
  package var slots: Int { covers.values.reduce(0) { $0 + $1.slots } }
}
