#if canImport(EventKit)
  import CivilTime
  public import EventKit
  public import Foundation
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

  /// Reads the objects of EventKit into values, each zone once.
  struct StoreReading {
    /// The device's zone.
    let deviceZone: Zone
    private let database = ZoneDatabase()
    private var zones: [TimeZone: Zone] = [:]

    /// Makes a reading on a device in a time zone.
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

  extension StoredAlarm {
    /// Reads an alarm; sounds and messages it has on the Mac only.
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
    /// Reads a rule.
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
      // 0 is no weekday: Monday, as without WKST.
      recurrence.weekStart = Weekday(foundationNumber: rule.firstDayOfTheWeek) ?? .monday
      self.init(
        recurrence, end: rule.recurrenceEnd.map(End.init) ?? .never,
        calendar: rule.calendarIdentifier)
    }
  }

  extension StoredRule.End {
    /// Reads an end.
    fileprivate init(_ end: EKRecurrenceEnd) {
      if let date = end.endDate {
        self = .on(Instant(date))
      } else {
        self = .after(end.occurrenceCount)
      }
    }
  }

  extension RecurrenceRule.Frequency {
    /// Reads a frequency.
    fileprivate init(_ frequency: EKRecurrenceFrequency) {
      switch frequency {
      case .daily: self = .daily
      case .weekly: self = .weekly
      case .monthly: self = .monthly
      case .yearly: self = .yearly
      // What systems to come may add can't be guessed; the list of occurrences is what counts.
      @unknown default: self = .yearly
      }
    }
  }

  extension Weekday {
    /// The weekday with a number of Foundation's, from 1 for Sunday to 7; nil for another number.
    fileprivate init?(foundationNumber number: Int) {
      guard (1...7).contains(number) else { return nil }
      self.init(rawValue: (number + 5) % 7)
    }
  }
#endif
