/// What one reminder gets of the slots.
package struct SelectedReminder: Sendable {
  /// The reminder.
  package let lowered: LoweredReminder
  /// The covers of its groups, each by the group's index; a group without one gets nothing.
  package let covers: [Int: Cover]

  /// The slots that it takes.
  package var slots: Int { covers.values.reduce(0) { $0 + $1.slots } }
}
