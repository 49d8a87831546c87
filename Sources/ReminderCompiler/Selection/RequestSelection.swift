/// What the slots are spent on.
package struct RequestSelection: Sendable {
  /// All reminders, in the order in which they were given.
  package let lowered: [LoweredReminder]
  /// The covers of those that get slots, by reminder and group.
  private let covers: [Int: [Int: Cover]]
  /// The overdue to-dos that are nagged about.
  package let overdue: [OverdueToDo]

  /// Names what the slots are spent on.
  ///
  /// - Parameters:
  ///   - lowered: All reminders.
  ///   - covers: The covers of those that get slots, by the reminder's index and the group's.
  ///   - overdue: The overdue to-dos that are nagged about.
  init(
    of lowered: [LoweredReminder], covers: [Int: [Int: Cover]], overdue: [OverdueToDo]
  ) {
    self.lowered = lowered
    self.covers = covers
    self.overdue = overdue
  }

  /// All reminders with what they get, in the same order.
  ///
  /// One after another: a list of them would be as large as that of the reminders.
  package var reminders: some RandomAccessCollection<SelectedReminder> {
    lowered.indices.lazy.map {
      SelectedReminder(lowered: lowered[$0], covers: covers[$0] ?? [:])
    }
  }
}
