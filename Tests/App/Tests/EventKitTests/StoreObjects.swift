import EventKit
import Foundation

/// A calendar with a name.
final class NamedCalendar: EKCalendar {
  override var calendarIdentifier: String { "calendar-1" }
}

/// An event as a store lists it: what only a store can set is set.
final class ListedEvent: EKEvent {
  var listedOriginal: Date?
  var listedStatus = EKEventStatus.confirmed
  var listedName: String? = "event@example.org"

  override var calendarItemIdentifier: String { "local-1" }
  override var calendarItemExternalIdentifier: String! { listedName }
  override var status: EKEventStatus { listedStatus }
  override var isDetached: Bool { listedOriginal != nil }
  override var occurrenceDate: Date! { listedOriginal ?? startDate }
  override var lastModifiedDate: Date? { Date(timeIntervalSince1970: 1_800_000_000) }

  /// An hour in a zone.
  init(_ start: Date, in timeZone: TimeZone?, rule: EKRecurrenceRule? = nil) {
    super.init(eventStore: EKEventStore())
    let calendar = NamedCalendar()
    calendar.title = "Work"
    self.calendar = calendar
    title = "Title"
    location = "Room 3"
    notes = "Notes"
    url = URL(string: "https://example.org/event")
    startDate = start
    endDate = start + 3_600
    self.timeZone = timeZone
    alarms = [EKAlarm(relativeOffset: -600)]
    recurrenceRules = rule.map { [$0] }
  }
}

/// A reminder as a store lists it.
final class ListedReminder: EKReminder {
  override var calendarItemIdentifier: String { "reminder-1" }

  /// A reminder with an alarm when it is due.
  init(due: DateComponents?) {
    super.init(eventStore: EKEventStore())
    title = "Title"
    dueDateComponents = due
    alarms = [EKAlarm(relativeOffset: 0)]
  }
}
