import ICalendar

/// A group with the triggers that can answer it.
package struct LoweredGroup: Sendable {
  /// What tells the group from the others of its reminder.
  let key: FireKey
  /// The group.
  package let group: FireGroup
  /// Repeating triggers that are right by themselves, and which of them conflict.
  package let graph: ConflictGraph
  /// What simulation found against candidates; one-shots serve in their place.
  package let counterexamples: [Counterexample]
  /// Where triggers were left out that answer one fire each: what they are found by.
  let spare: SpareTriggers?
}
