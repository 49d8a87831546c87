#if canImport(EventKit)
  import CivilTime
  public import EventKit
  public import Foundation
  public import ICalendar

  extension CalendarDocument {
    /// Makes components of the events in a window.
    ///
    /// Pass everything that `EKEventStore.events(matching:)` returns for a predicate of the window:
    /// occurrences missing from the list are treated as deleted. The window should extend to the
    /// plan's horizon. Within the window, the components have exactly the listed occurrences. After
    /// the window, a rule without an end or with an end date continues. A rule that ends after a
    /// number of occurrences ends with the last listed one. The alarms of cancelled events don't
    /// fire.
    ///
    /// `diagnostics` reports the parts that cannot be compiled: alarms at a location
    /// (`proximity-unsupported`), rules of non-Gregorian calendars (`rule-invalid`), and events for
    /// which only the listed occurrences are used (`rule-replaced`).
    ///
    /// - Parameters:
    ///   - events: The occurrences, in any order, of any calendars.
    ///   - window: The window of the predicate; its end is exclusive.
    ///   - timeZone: The device's zone, for all-day events and events without a zone.
    public init(
      events: [EKEvent], in window: DateInterval, timeZone: TimeZone = .current
    ) {
      var reading = EventStoreReader(timeZone)
      let range = Instant(window.start)..<max(Instant(window.start), Instant(window.end))
      self.init(
        events.compactMap { reading.event($0) }, in: range, onDeviceIn: reading.deviceZone)
    }

    /// Makes VTODOs of reminders, as `EKEventStore.fetchReminders(matching:)` returns them.
    ///
    /// Alarms and rules are relative to the due date, or to the start if there isn't a due date.
    /// The alarms of completed reminders don't fire. The store lists a recurring reminder once, as
    /// its next occurrence that is not completed. An absolute alarm of such a reminder moves with
    /// each occurrence.
    ///
    /// - Parameters:
    ///   - reminders: The reminders, in any order, of any lists.
    ///   - timeZone: The device's zone, for reminders without a zone.
    public init(reminders: [EKReminder], timeZone: TimeZone = .current) {
      var reading = EventStoreReader(timeZone)
      self.init(
        reminders.map { reading.reminder($0) }, onDeviceIn: reading.deviceZone)
    }
  }

  /// Converts EventKit objects to values, and each time zone only once.
  struct EventStoreReader {
    let deviceZone: Zone
    private let database = ZoneDatabase()
    private var zones: [TimeZone: Zone] = [:]

    /// Prepares to convert the objects of a device in a time zone.
    init(_ timeZone: TimeZone) {
      deviceZone = Zone(timeZone, from: database)
    }

    private mutating func zone(_ timeZone: TimeZone) -> Zone {
      if let known = zones[timeZone] { return known }
      let zone = Zone(timeZone, from: database)
      zones[timeZone] = zone
      return zone
    }

    /// Converts an occurrence; nil if the start date is missing.
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
        // Some servers append `/RID=` and the occurrence to the UID of the series.
        stored.item.uid =
          item.uid.range(of: "/RID=").map { String(item.uid[..<$0.lowerBound]) }
          ?? item.uid
      }
      return stored
    }

    mutating func reminder(_ reminder: EKReminder) -> StoredReminder {
      var item = item(reminder)
      item.isSilent = reminder.isCompleted
      item.priority = reminder.priority
      var stored = StoredReminder(item)
      stored.start = time(reminder.startDateComponents)
      stored.due = time(reminder.dueDateComponents)
      return stored
    }

    /// Converts a time of a reminder: a date if the hour is missing, floating if the zone is
    /// missing.
    private mutating func time(_ components: DateComponents?) -> CalendarTime? {
      guard let components, let civil = CivilDateTime(components) else { return nil }
      guard components.hour != nil else {
        return CalendarTime(CivilDateTime(civil.date), isDate: true)
      }
      return CalendarTime(
        civil, reference: components.timeZone.map { .zone(zone($0)) } ?? .floating)
    }

    /// Converts the properties that events and reminders share.
    private func item(_ item: EKCalendarItem) -> StoredItem {
      // An item that has not been synchronized lacks an external identifier.
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

  extension StoredAlarm {
    /// Converts an alarm.
    ///
    /// Only macOS has sounds and email addresses of alarms.
    init(_ alarm: EKAlarm) {
      self.init()
      absolute = alarm.absoluteDate.map { Instant($0) }
      offset = alarm.relativeOffset
      isByPlace = alarm.proximity != .none || alarm.structuredLocation != nil
      #if !(os(iOS) || os(visionOS) || os(watchOS))
        soundName = alarm.soundName
        isEmail = alarm.emailAddress != nil
      #endif
    }
  }

  extension StoredRule {
    init(_ rule: EKRecurrenceRule) {
      var recurrence = RecurrenceRule(
        .init(rule.frequency), interval: Swift.max(rule.interval, 1))
      recurrence.weekdays = (rule.daysOfTheWeek ?? []).compactMap { day in
        Weekday(foundationNumber: day.dayOfTheWeek.rawValue).map {
          .init($0, ordinal: day.weekNumber == 0 ? nil : day.weekNumber)
        }
      }
      func numbers(_ numbers: [NSNumber]?) -> [Int] { (numbers ?? []).map(\.intValue) }
      recurrence.daysOfTheMonth = numbers(rule.daysOfTheMonth)
      recurrence.daysOfTheYear = numbers(rule.daysOfTheYear)
      recurrence.weeks = numbers(rule.weeksOfTheYear)
      recurrence.months = numbers(rule.monthsOfTheYear)
      recurrence.setPositions = numbers(rule.setPositions)
      // 0 means unset: the week then starts on Monday, as without WKST.
      recurrence.weekStart = Weekday(foundationNumber: rule.firstDayOfTheWeek) ?? .monday
      self.init(
        recurrence, end: rule.recurrenceEnd.map(End.init) ?? .never,
        calendar: rule.calendarIdentifier)
    }
  }

  extension StoredRule.End {
    fileprivate init(_ end: EKRecurrenceEnd) {
      if let date = end.endDate {
        self = .on(Instant(date))
      } else {
        self = .after(end.occurrenceCount)
      }
    }
  }

  extension RecurrenceRule.Frequency {
    fileprivate init(_ frequency: EKRecurrenceFrequency) {
      switch frequency {
      case .daily: self = .daily
      case .weekly: self = .weekly
      case .monthly: self = .monthly
      case .yearly: self = .yearly
      // A frequency of a future system is unknown: the listed occurrences decide.
      @unknown default: self = .yearly
      }
    }
  }

  extension Weekday {
    /// The weekday for Foundation's number, from 1 (Sunday) to 7; nil for other numbers.
    fileprivate init?(foundationNumber number: Int) {
      guard (1...7).contains(number) else { return nil }
      self.init(rawValue: (number + 5) % 7)
    }
  }
#endif
