public import CivilTime
public import NotificationTriggers
public import ReminderCompiler

#if canImport(FoundationEssentials)
  public import FoundationEssentials
  import FoundationInternationalization
#else
  public import Foundation
#endif

extension CalendarTrigger {
  /// The date components for `UNCalendarNotificationTrigger(dateMatching:repeats:)`.
  ///
  /// Only the fields that the trigger matches are set, because the system matches every field that
  /// is set. That includes a `quarter` of 0, which `Calendar.dateComponents(_:from:)` can produce
  /// and which no date matches. The calendar and the time zone are either both set or both nil. The
  /// calendar's time zone is the same, because the system doesn't adjust it.
  ///
  /// ```swift
  /// let nine = TimeClass.time(TimeOfDay(hour: 9)!)
  /// let mondays = CalendarPattern(.weekday(.monday), at: nine)!
  /// let floating = CalendarTrigger(pattern: mondays, zone: .floating)!.dateComponents
  /// print(floating.weekday!, floating.hour!, floating.calendar == nil)  // 2 9 true
  /// let pinned = CalendarTrigger(pattern: mondays, zone: .pinned(.gmt))!.dateComponents
  /// print(pinned.timeZone == pinned.calendar!.timeZone)  // true
  /// ```
  public var dateComponents: DateComponents { dateComponents(floatingIn: nil) }

  /// The date components for a device with a calendar.
  ///
  /// A trigger with a day, a month or a year that follows the device is made for a Gregorian
  /// calendar. On a device with another one it gets the Gregorian calendar and the device's present
  /// time zone, so that it fires, but doesn't follow the device.
  ///
  /// ```swift
  /// let new = CalendarPattern(.dayOfMonth(1), at: .time(TimeOfDay(hour: 9)!))!
  /// let pinned = CalendarTrigger(pattern: new, zone: .pinned(.gmt))!
  /// print(pinned.dateComponents(onDeviceWith: .current) == pinned.dateComponents)  // true
  /// ```
  ///
  /// - Parameter calendar: The device's calendar and time zone, in apps `Calendar.current`.
  /// - Returns: The components.
  public func dateComponents(onDeviceWith calendar: Calendar) -> DateComponents {
    let isSafe = pattern.days.isCalendarIndependent || DeviceCalendar(calendar) == .gregorian
    return dateComponents(floatingIn: isSafe ? nil : calendar.timeZone)
  }

  private func dateComponents(floatingIn deviceZone: TimeZone?) -> DateComponents {
    let fields = pattern.components
    var components = DateComponents(
      year: fields.year, month: fields.month, day: fields.day, hour: fields.hour,
      minute: fields.minute, second: fields.second, weekday: fields.weekday,
      weekdayOrdinal: fields.weekdayOrdinal)
    let timeZone: TimeZone?
    switch zone {
    case .floating: timeZone = deviceZone
    case .pinned(let zone):
      // If this system doesn't know the zone, use its last offset: a floating trigger would be
      // worse.
      timeZone =
        TimeZone(zone)
        ?? TimeZone(secondsFromGMT: zone.transitions.last?.offsetAfter ?? zone.initialOffset)
        ?? .gmt
    }
    if let timeZone {
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = timeZone
      components.calendar = calendar
      components.timeZone = timeZone
    }
    return components
  }
}

extension DeviceCalendar {
  /// Makes the value for a calendar of Foundation.
  ///
  /// ```swift
  /// print(DeviceCalendar(Calendar(identifier: .buddhist)))  // other
  /// ```
  ///
  /// - Parameter calendar: The device's calendar, in apps `Calendar.current`.
  public init(_ calendar: Calendar) {
    self = [.gregorian, .iso8601].contains(calendar.identifier) ? .gregorian : .other
  }
}

extension CivilDateTime {
  /// Makes the local time that date components specify; nil if they don't specify one.
  ///
  /// ```swift
  /// let due = DateComponents(year: 2028, month: 2, day: 29, hour: 8, minute: 30)
  /// print(CivilDateTime(due)!)  // 2028-02-29T08:30:00
  /// print(CivilDateTime(DateComponents(year: 2027, month: 2, day: 29)) == nil)  // true
  /// print(CivilDateTime(DateComponents(hour: 8)) == nil)  // true
  /// ```
  ///
  /// - Parameter components: Year, month and day are required. Hour, minute and second default to
  ///   0. The time zone is ignored. The date is interpreted in the components' calendar, or in the
  ///   Gregorian calendar if there isn't one.
  public init?(_ components: DateComponents) {
    guard let year = components.year, let month = components.month, let day = components.day,
      let time = TimeOfDay(
        hour: components.hour ?? 0, minute: components.minute ?? 0, second: components.second ?? 0)
    else { return nil }
    if let calendar = components.calendar,
      ![.gregorian, .iso8601].contains(calendar.identifier)
    {
      var calendar = calendar
      calendar.timeZone = .gmt
      var day = DateComponents(era: components.era, year: year, month: month, day: day)
      day.isLeapMonth = components.isLeapMonth
      guard day.isValidDate(in: calendar), let date = calendar.date(from: day) else { return nil }
      self.init(dayNumber: Instant(date).civilInUTC.dayNumber, time: time)
      guard (1...9_999).contains(self.date.year) else { return nil }
    } else {
      // Era 0 is before Christ.
      guard components.era != 0, let date = CivilDate(year: year, month: month, day: day) else {
        return nil
      }
      self.init(dayNumber: date.dayNumber, time: time)
    }
  }
}

extension TimeOfDay {
  /// Makes the time of day that date components specify, for instance those of a time picker; nil
  /// without an hour or for a time that doesn't exist.
  ///
  /// ```swift
  /// print(TimeOfDay(DateComponents(hour: 8, minute: 30))!)  // 08:30
  /// print(TimeOfDay(DateComponents(minute: 30)) == nil)  // true
  /// ```
  ///
  /// - Parameter components: The hour is required. Minute and second default to 0.
  public init?(_ components: DateComponents) {
    guard let hour = components.hour else { return nil }
    self.init(hour: hour, minute: components.minute ?? 0, second: components.second ?? 0)
  }
}

extension Date {
  /// Converts an instant to a date, without loss.
  ///
  /// ```swift
  /// let instant = Instant(iso8601: "2028-01-03T08:00:00Z")!
  /// print(Date(instant).timeIntervalSince1970)  // 1830499200.0
  /// // An instant has no fraction: the way back cuts it off.
  /// print(Instant(Date(instant) + 0.9))  // 2028-01-03T08:00:00Z
  /// ```
  ///
  /// - Parameter instant: The instant.
  public init(_ instant: Instant) {
    self = instant.date
  }
}

extension CivilDate {
  /// Makes the local date of a point in time.
  ///
  /// ```swift
  /// let instant = Instant(iso8601: "2028-01-03T18:00:00Z")!
  /// let tokyo = TimeZone(identifier: "Asia/Tokyo")!
  /// print(CivilDate(Date(instant), in: tokyo))  // 2028-01-04
  /// ```
  ///
  /// - Parameters:
  ///   - date: The point in time.
  ///   - timeZone: The time zone of the local date; in apps usually `TimeZone.current`.
  public init(_ date: Date, in timeZone: TimeZone) {
    let instant = Instant(date) + timeZone.secondsFromGMT(for: date)
    self = instant.civilInUTC.date
  }
}

extension Zone {
  /// Makes the zone that corresponds to a `TimeZone`.
  ///
  /// An IANA identifier gives the database's zone. A fixed offset (`GMT+0330`) or an identifier
  /// that the database doesn't know gives a separate zone whose `isIANA` is false, with the same
  /// offsets from 1850 to 2400. Triggers can't be pinned to such a zone, so recurring reminders in
  /// it are compiled to one-shots.
  ///
  /// ```swift
  /// let fixed = Zone(TimeZone(secondsFromGMT: 12_600)!)
  /// print(fixed.isIANA, fixed.initialOffset)  // false 12600
  /// let berlin = Zone(TimeZone(identifier: "Europe/Berlin")!)
  /// print(berlin == ZoneDatabase().zone(named: "Europe/Berlin")!)  // true
  /// ```
  ///
  /// - Parameters:
  ///   - timeZone: The time zone. An autoupdating time zone is read once.
  ///   - database: The database; pass one that you reuse, because it caches zones.
  public convenience init(_ timeZone: TimeZone, from database: ZoneDatabase = ZoneDatabase()) {
    if let known = database.zone(named: timeZone.identifier) {
      self.init(
        identifier: known.identifier, isIANA: known.isIANA, initialOffset: known.initialOffset,
        transitions: known.transitions)
    } else {
      self.init(timeZone, isIANA: false)
    }
  }
}

extension TimeZone {
  /// Makes the time zone of a zone; nil if Foundation cannot represent it.
  ///
  /// ```swift
  /// print(TimeZone(Zone.gmt)!.secondsFromGMT())  // 0
  /// let ship = Zone(identifier: "Ship", isIANA: false, initialOffset: 3_600)
  /// print(TimeZone(ship)!.secondsFromGMT())  // 3600
  /// ```
  ///
  /// - Parameter zone: An IANA zone, or one with a constant offset. Foundation cannot represent the
  ///   observances of a VTIMEZONE.
  public init?(_ zone: Zone) {
    if zone.isIANA {
      self.init(identifier: zone.identifier)
    } else if zone.transitions.isEmpty {
      self.init(secondsFromGMT: zone.initialOffset)
    } else {
      return nil
    }
  }
}
