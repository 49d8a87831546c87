#if canImport(EventKit)
  import CivilTime
  import EventKit
  import Foundation
  import ICalendar

  /// Reads the objects of EventKit into values, each zone once.
  struct StoreReading {
    /// The device's zone.
    let deviceZone: Zone
    private let database = ZoneDatabase()
    private var zones: [TimeZone: Zone] = [:]

    /// Makes a reading on a device.
    ///
    /// - Parameter timeZone: The device's time zone.
    init(_ timeZone: TimeZone) {
      deviceZone = Zone(timeZone, from: database)
    }

    /// The zone of a time zone.
    private mutating func zone(_ timeZone: TimeZone) -> Zone {
      if let known = zones[timeZone] { return known }
      let zone = Zone(timeZone, from: database)
      zones[timeZone] = zone
      return zone
    }

    /// Reads an occurrence; nil for one that was never given a time.
    mutating func event(_ event: EKEvent) -> StoredEvent? {
      guard let start = event.startDate else { return nil }
      var item = item(event)
      item.isSilent = event.status == .canceled
      var stored = StoredEvent(
        item, start: Instant(start), end: Instant(event.endDate ?? start))
      stored.isAllDay = event.isAllDay
      stored.zone = event.timeZone.map { zone($0) }
      stored.isDetached = event.isDetached
      if event.isDetached {
        stored.original = Instant(event.occurrenceDate ?? start)
        // Some servers tell the occurrence behind the name that it shares with the others.
        stored.item.uid =
          item.uid.range(of: "/RID=").map { String(item.uid[..<$0.lowerBound]) }
          ?? item.uid
      }
      return stored
    }

    /// Reads a reminder.
    mutating func reminder(_ reminder: EKReminder) -> StoredReminder {
      var item = item(reminder)
      item.isSilent = reminder.isCompleted
      item.priority = reminder.priority
      var stored = StoredReminder(item)
      stored.start = time(reminder.startDateComponents)
      stored.due = time(reminder.dueDateComponents)
      return stored
    }

    /// A time of a reminder: without an hour a day, without a zone one that follows the device.
    private mutating func time(_ components: DateComponents?) -> CalendarTime? {
      guard let components, let civil = CivilDateTime(components) else { return nil }
      guard components.hour != nil else {
        return CalendarTime(CivilDateTime(civil.date), isDate: true)
      }
      return CalendarTime(
        civil, reference: components.timeZone.map { .zone(zone($0)) } ?? .floating)
    }

    /// Reads what events and reminders have in common.
    private func item(_ item: EKCalendarItem) -> StoredItem {
      // A new item has no name on a server yet.
      let external: String? = item.calendarItemExternalIdentifier
      let uid = external.flatMap { $0.isEmpty ? nil : $0 } ?? item.calendarItemIdentifier
      var stored = StoredItem(uid: uid)
      let calendar: EKCalendar? = item.calendar
      let title: String? = item.title
      stored.calendar = calendar?.calendarIdentifier ?? ""
      stored.calendarName = calendar?.title ?? ""
      stored.title = title ?? ""
      stored.place = item.location ?? ""
      stored.details = item.notes ?? ""
      stored.url = item.url?.absoluteString
      stored.modified = item.lastModifiedDate.map { Instant($0) }
      stored.alarms = (item.alarms ?? []).map(StoredAlarm.init)
      stored.rules = (item.recurrenceRules ?? []).map(StoredRule.init)
      return stored
    }
  }
#endif
