// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents what these declarations stand for.

public import Foundation

// The classes of EventKit as Apple documents them, so far as they are used here, without a store
// behind them. Members that a store sets are open: tests override them.

/// What all objects of a store are.
open class EKObject: NSObject {}

/// Where events and reminders are kept.
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

/// A place.
open class EKStructuredLocation: EKObject {
  open var title: String?

  public convenience init(title: String) {
    self.init()
    self.title = title
  }
}
