// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents these declarations.

public import Foundation

// The used parts of EventKit as Apple documents them, without a store. Members that a store sets
// are open, so that tests can override them.

/// The base class of objects in a store.
open class EKObject: NSObject {}

/// A store of events and reminders.
open class EKEventStore: NSObject {
  open func predicateForEvents(
    withStart startDate: Date, end endDate: Date, calendars: [EKCalendar]?
  ) -> NSPredicate {
    NSPredicate(value: true)
  }

  open func events(matching predicate: NSPredicate) -> [EKEvent] { [] }
}

/// A calendar, or a list of reminders.
open class EKCalendar: EKObject {
  open var calendarIdentifier: String { "" }
  open var title = ""
}

open class EKStructuredLocation: EKObject {
  open var title: String?

  public convenience init(title: String) {
    self.init()
    self.title = title
  }
}
