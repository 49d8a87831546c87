#if canImport(EventKit)
  public import EventKit
  public import Foundation
  import CivilTime
  public import ICalendar

  extension CalendarDocument {
    /// Makes components of the events of a window.
    ///
    /// Deleted occurrences are told by what the list lacks, so it has to be whole: all that
    /// `EKEventStore.events(matching:)` answers for a predicate of the window, which should reach as
    /// far as the plan looks. Within the window the components have exactly the occurrences that are
    /// listed. After it a rule goes on where it ends never or on a date; one that ends after a number
    /// of occurrences ends with the last that is listed. Cancelled events are silent.
    ///
    /// What can't be compiled stands in ``CalendarDocument/diagnostics``: alarms by place
    /// (`proximity-unsupported`), rules of another calendar than the Gregorian (`rule-invalid`), and
    /// events of which only the listed occurrences count (`rule-replaced`).
    ///
    /// - Parameters:
    ///   - events: The occurrences, in any order, of any calendars.
    ///   - window: What the predicate asked for; its end is exclusive.
    ///   - timeZone: The device's zone, for events of whole days and those without a zone.
    public init(
      events: [EKEvent], in window: DateInterval, timeZone: TimeZone = .current
    ) {
      var reading = StoreReading(timeZone)
      let range = Instant(window.start)..<max(Instant(window.start), Instant(window.end))
      self.init(
        events.compactMap { reading.event($0) }, in: range, onDeviceIn: reading.deviceZone)
    }

    /// Makes to-dos of reminders, as `EKEventStore.fetchReminders(matching:)` answers them.
    ///
    /// Alarms and rules count from when a reminder is due, or from its start where it never is.
    /// Completed ones are silent. A reminder that recurs is listed once, by the store, as the next
    /// one that isn't done; its alarm at an instant goes with it from one occurrence to the next.
    ///
    /// - Parameters:
    ///   - reminders: The reminders, in any order, of any lists.
    ///   - timeZone: The device's zone, for those without a zone.
    public init(reminders: [EKReminder], timeZone: TimeZone = .current) {
      var reading = StoreReading(timeZone)
      self.init(
        reminders.map { reading.reminder($0) }, onDeviceIn: reading.deviceZone)
    }
  }
#endif
