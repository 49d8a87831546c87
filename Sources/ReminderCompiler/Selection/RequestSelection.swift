/// What the slots are spent on.
package struct RequestSelection: Sendable {
  /// All reminders with what they get, in the order in which they were given.
  package let reminders: [SelectedReminder]
  /// The overdue to-dos that are nagged about.
  package let overdue: [OverdueToDo]
}
