/// What one reminder gets of the slots.
package struct SelectedReminder: Sendable {
  /// The reminder.
  package let lowered: LoweredReminder
  /// The requests that serve it, in no order.
  package let requests: [SelectedRequest]
}

/// A proven trigger that has been given a slot.
package struct SelectedRequest: Sendable {
  /// The trigger.
  package let proven: ProvenTrigger
  /// The group that it answers, as an index into the reminder's.
  package let group: Int
}
