public import CivilTime

/// In which zone a trigger's components are read.
///
/// ```swift
/// let monthly = CalendarPattern(.dayOfMonth(1), .time(TimeOfDay(hour: 9)!))!
/// let trigger = CalendarTrigger(pattern: monthly, zone: .pinned(.gmt))!
/// if case .pinned(let zone) = trigger.zone {
///   print(zone.identifier)  // GMT
/// }
/// ```
public enum TriggerZone: Hashable, Sendable {
  /// In the device's, also after it has travelled: neither calendar nor time zone is set.
  case floating
  /// In this one: the Gregorian calendar and the time zone are set, for the system reads both or
  /// neither.
  case pinned(Zone)
}

/// A calendar trigger (`UNCalendarNotificationTrigger`) that does what it says.
///
/// It repeats exactly where its pattern does: a full date that repeats would fire once and then
/// hold its slot for ever.
///
/// ```swift
/// let nine = TimeClass.time(TimeOfDay(hour: 9)!)
/// let daily = CalendarTrigger(pattern: CalendarPattern(.everyDay, nine)!, zone: .floating)!
/// print(daily.repeats)  // true
/// // A device with another calendar has other months.
/// let monthly = CalendarPattern(.dayOfMonth(1), nine)!
/// print(CalendarTrigger(pattern: monthly, zone: .floating) == nil)  // true
/// ```
public struct CalendarTrigger: Hashable, Sendable {
  /// What it matches.
  public let pattern: CalendarPattern
  /// Where its components are read.
  public let zone: TriggerZone

  /// Makes a trigger; nil where it would not do what it says on some device.
  ///
  /// - Parameters:
  ///   - pattern: What it matches. Where it names a day, a month or a year, it can't float: a
  ///     device set to a Buddhist calendar would keep silent for ever.
  ///   - zone: Where its components are read: of the pinned ones, only those that the system
  ///     knows.
  public init?(pattern: CalendarPattern, zone: TriggerZone) {
    switch zone {
    case .floating:
      guard pattern.days.isCalendarIndependent else { return nil }
    case .pinned(let zone):
      guard zone.isIANA else { return nil }
    }
    self.pattern = pattern
    self.zone = zone
  }

  /// Makes a trigger of a system that names no zone, and whose calendar is Gregorian on any device:
  /// there dates may float, too.
  ///
  /// - Parameter pattern: What it matches, by the device's clock.
  package init(gregorianOnDevice pattern: CalendarPattern) {
    self.pattern = pattern
    zone = .floating
  }

  /// Whether it fires again and again, until it is removed.
  public var repeats: Bool { !pattern.isOnce }

  /// The zone whose wall clock it follows on a device.
  package func zone(onDeviceIn deviceZone: Zone) -> Zone {
    switch zone {
    case .floating: deviceZone
    case .pinned(let zone): zone
    }
  }
}

/// In the form of a plan's `dateComponents`: by the names and numbers of Foundation's.
extension CalendarTrigger: Codable {
  private enum CodingKeys: String, CodingKey {
    case year, month, day, weekday, weekdayOrdinal, hour, minute, second, calendar, timeZone

    /// The components, in the order of ``TriggerComponents/names``.
    static let components: [CodingKeys] = [
      .year, .month, .day, .weekday, .weekdayOrdinal, .hour, .minute, .second,
    ]
  }

  /// The calendar of a trigger that names a zone, by the name of `Calendar.Identifier`.
  private static let calendarName = "gregorian"

  /// Reads a trigger from its date components.
  ///
  /// - Parameter decoder: What has them; its `userInfo` may have a database of zones, see
  ///   `ZoneDatabase.userInfoKey`.
  /// - Throws: A `DecodingError` where a trigger of them would not do what it says.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func refusal(_ text: String) -> DecodingError {
      DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: text))
    }
    let values = try CodingKeys.components.map {
      try container.decodeIfPresent(Int.self, forKey: $0)
    }
    guard let pattern = CalendarPattern(values) else {
      throw refusal("has components that the system doesn't answer as they say")
    }
    let calendar = try container.decodeIfPresent(String.self, forKey: .calendar)
    let identifier = try container.decodeIfPresent(String.self, forKey: .timeZone)
    var zone = TriggerZone.floating
    switch (calendar, identifier) {
    case (nil, nil): break
    case (CalendarTrigger.calendarName?, let identifier?):
      guard let known = ZoneDatabase.zone(named: identifier, for: decoder) else {
        throw DecodingError.dataCorruptedError(
          forKey: .timeZone, in: container, debugDescription: "is no IANA time zone")
      }
      zone = .pinned(known)
    default:
      throw refusal("needs both the calendar \(CalendarTrigger.calendarName) and a time zone")
    }
    guard let trigger = CalendarTrigger(pattern: pattern, zone: zone) else {
      throw refusal("names a day, a month or a year, and no time zone")
    }
    self = trigger
  }

  /// Writes the date components, and calendar and time zone where it names one.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    for (key, value) in zip(CodingKeys.components, pattern.components.values) {
      try container.encodeIfPresent(value, forKey: key)
    }
    if case .pinned(let zone) = zone {
      try container.encode(CalendarTrigger.calendarName, forKey: .calendar)
      try container.encode(zone.identifier, forKey: .timeZone)
    }
  }
}
