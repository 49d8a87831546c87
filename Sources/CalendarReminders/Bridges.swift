public import CivilTime
public import NotificationTriggers

#if canImport(FoundationEssentials)
  public import FoundationEssentials
  import FoundationInternationalization
#else
  public import Foundation
#endif

extension CalendarTrigger {
  /// The components for `UNCalendarNotificationTrigger(dateMatching:repeats:)`.
  ///
  /// Only what the trigger matches is set: the system takes any other field for a condition, and a
  /// `quarter` of 0, as `Calendar.dateComponents(_:from:)` can leave it, for one that no date
  /// meets. Calendar and time zone are both set or neither is; the calendar lives in the same zone,
  /// since the system takes it as it is.
  ///
  /// ```swift
  /// let nine = TimeClass.time(TimeOfDay(hour: 9)!)
  /// let mondays = CalendarPattern(.weekday(.monday), nine)!
  /// let floating = CalendarTrigger(pattern: mondays, zone: .floating)!.dateComponents
  /// print(floating.weekday!, floating.hour!, floating.calendar == nil)  // 2 9 true
  /// let pinned = CalendarTrigger(pattern: mondays, zone: .pinned(.gmt))!.dateComponents
  /// print(pinned.timeZone == pinned.calendar!.timeZone)  // true
  /// ```
  public var dateComponents: DateComponents {
    let fields = pattern.components
    var components = DateComponents(
      year: fields.year, month: fields.month, day: fields.day, hour: fields.hour,
      minute: fields.minute, second: fields.second, weekday: fields.weekday,
      weekdayOrdinal: fields.weekdayOrdinal)
    if case .pinned(let zone) = zone {
      // A name that this system's data lack would float: the offset that holds last is nearer.
      let timeZone =
        TimeZone(zone)
        ?? TimeZone(secondsFromGMT: zone.transitions.last?.offsetAfter ?? zone.initialOffset)
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = timeZone ?? .gmt
      components.calendar = calendar
      components.timeZone = calendar.timeZone
    }
    return components
  }
}

extension CivilDateTime {
  /// The wall-clock time that date components name; nil where they name none.
  ///
  /// ```swift
  /// let due = DateComponents(year: 2028, month: 2, day: 29, hour: 8, minute: 30)
  /// print(CivilDateTime(due)!)  // 2028-02-29T08:30:00
  /// print(CivilDateTime(DateComponents(year: 2027, month: 2, day: 29)) == nil)  // true
  /// print(CivilDateTime(DateComponents(hour: 8)) == nil)  // true
  /// ```
  ///
  /// - Parameter components: Year, month and day have to be there; hour, minute and second count as
  ///   0 where they are not. The time zone is not looked at. Where there is a calendar, it decides
  ///   what they mean; all others are Gregorian.
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
      // An era of 0 counts years before Christ.
      guard components.era != 0, let date = CivilDate(year: year, month: month, day: day) else {
        return nil
      }
      self.init(dayNumber: date.dayNumber, time: time)
    }
  }
}

extension TimeOfDay {
  /// The time of day that date components name, as a picker of times gives them; nil without an
  /// hour, and where no clock shows it.
  ///
  /// ```swift
  /// print(TimeOfDay(DateComponents(hour: 8, minute: 30))!)  // 08:30
  /// print(TimeOfDay(DateComponents(minute: 30)) == nil)  // true
  /// ```
  ///
  /// - Parameter components: The hour, and minute and second, which count as 0 where they are not
  ///   there.
  public init?(_ components: DateComponents) {
    guard let hour = components.hour else { return nil }
    self.init(hour: hour, minute: components.minute ?? 0, second: components.second ?? 0)
  }
}

extension Date {
  /// The date of an instant, exactly.
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
  /// The day that it is somewhere.
  ///
  /// ```swift
  /// let instant = Instant(iso8601: "2028-01-03T18:00:00Z")!
  /// let tokyo = TimeZone(identifier: "Asia/Tokyo")!
  /// print(CivilDate(Date(instant), in: tokyo))  // 2028-01-04
  /// ```
  ///
  /// - Parameters:
  ///   - date: The point in time.
  ///   - timeZone: Whose clock is looked at; an app's own is `TimeZone.current`.
  public init(_ date: Date, in timeZone: TimeZone) {
    let instant = Instant(date) + timeZone.secondsFromGMT(for: date)
    self = instant.civilInUTC.date
  }
}

extension Zone {
  /// The zone that Foundation has for a `TimeZone`.
  ///
  /// An IANA zone is that of the database; a fixed offset (`GMT+0330`) or a zone that the database
  /// doesn't know becomes a zone of its own, ``isIANA`` false, with the same offsets from 1850 to
  /// 2400. Triggers can't be pinned to such a zone; what recurs in it is compiled to single fires.
  ///
  /// ```swift
  /// let fixed = Zone(TimeZone(secondsFromGMT: 12_600)!)
  /// print(fixed.isIANA, fixed.initialOffset)  // false 12600
  /// let berlin = Zone(TimeZone(identifier: "Europe/Berlin")!)
  /// print(berlin == ZoneDatabase().zone(named: "Europe/Berlin")!)  // true
  /// ```
  ///
  /// - Parameters:
  ///   - timeZone: The time zone; one that follows the device is read as it is now.
  ///   - database: Where zones are kept that are asked for again and again.
  public convenience init(_ timeZone: TimeZone, from database: ZoneDatabase = ZoneDatabase()) {
    if let known = database.zone(named: timeZone.identifier) {
      self.init(
        identifier: known.identifier, isIANA: known.isIANA, initialOffset: known.initialOffset,
        transitions: known.transitions)
    } else {
      let first = Zone.firstDate
      self.init(
        identifier: timeZone.identifier, isIANA: false,
        initialOffset: timeZone.secondsFromGMT(for: first),
        transitions: Zone.transitions(of: timeZone, after: first))
    }
  }

  /// Where the tables begin: 1850-01-01T00:00:00Z, as those of ``ZoneDatabase`` do.
  private static let firstDate = Date(timeIntervalSince1970: -3_786_825_600)

  /// The transitions of a time zone up to the end of all tables.
  private static func transitions(of timeZone: TimeZone, after first: Date) -> [Transition] {
    var date = first
    var offset = timeZone.secondsFromGMT(for: first)
    var transitions: [Transition] = []
    while let next = timeZone.nextDaylightSavingTimeTransition(after: date), next > date,
      next < ZoneDatabase.end.date
    {
      let after = timeZone.secondsFromGMT(for: next)
      // A transition that is told between two seconds holds from the later one on.
      let instant = Instant(Date(timeIntervalSince1970: next.timeIntervalSince1970.rounded(.up)))
      transitions.append(
        Transition(instant: instant, offsetBefore: offset, offsetAfter: after))
      (offset, date) = (after, next)
    }
    return transitions
  }
}

extension TimeZone {
  /// The time zone of a zone; nil where Foundation can't say it.
  ///
  /// ```swift
  /// print(TimeZone(Zone.gmt)!.secondsFromGMT())  // 0
  /// let ship = Zone(identifier: "Ship", isIANA: false, initialOffset: 3_600)
  /// print(TimeZone(ship)!.secondsFromGMT())  // 3600
  /// ```
  ///
  /// - Parameter zone: An IANA zone, or one whose offset never changes. The observances of a
  ///   VTIMEZONE have no name that Foundation knows.
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
