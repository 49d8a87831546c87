public import CivilTime

/// The time zone of a trigger's date components.
///
/// ```swift
/// let monthly = CalendarPattern(.dayOfMonth(1), at: .time(TimeOfDay(hour: 9)!))!
/// let trigger = CalendarTrigger(pattern: monthly, zone: .pinned(.gmt))!
/// if case .pinned(let zone) = trigger.zone {
///   print(zone.identifier)  // GMT
/// }
/// ```
public enum TriggerZone: Hashable, Sendable {
  /// The current zone of the device, which can change: the trigger sets no calendar and no time
  /// zone.
  case floating
  /// A fixed zone: the trigger sets the Gregorian calendar and the time zone.
  ///
  /// The system uses both or neither.
  case pinned(Zone)

  /// The zone whose wall clock it means, on a device in a given zone.
  package func zone(onDeviceIn deviceZone: Zone) -> Zone {
    switch self {
    case .floating: deviceZone
    case .pinned(let zone): zone
    }
  }
}

/// A calendar trigger (`UNCalendarNotificationTrigger`) that fires exactly as its components say.
///
/// It repeats if its pattern repeats. The system would fire a repeating trigger with a full date
/// once and then keep its slot for ever.
///
/// ```swift
/// let nine = TimeClass.time(TimeOfDay(hour: 9)!)
/// let daily = CalendarTrigger(pattern: CalendarPattern(.everyDay, at: nine)!, zone: .floating)!
/// print(daily.repeats)  // true
/// // A device with another calendar has other months.
/// let monthly = CalendarPattern(.dayOfMonth(1), at: nine)!
/// print(CalendarTrigger(pattern: monthly, zone: .floating) == nil)  // true
/// ```
public struct CalendarTrigger: Hashable, Sendable {
  /// The date components.
  public let pattern: CalendarPattern
  /// The time zone of the date components.
  public let zone: TriggerZone
  /// The way in which the trigger's layer finds the next fire.
  package private(set) var repetition = RepetitionModel.dateMatching

  /// Makes a trigger; nil if some device would fire it at other times.
  ///
  /// - Parameters:
  ///   - pattern: The date components. With a day, a month or a year the zone must be pinned,
  ///     because the trigger would never fire on a device with a Buddhist calendar.
  ///   - zone: The time zone of the components. A pinned zone must have an IANA identifier.
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

  /// Makes a trigger that follows the wall clock of the device.
  ///
  /// With a day, a month or a year it is right only if the device's calendar is Gregorian.
  package init(_ pattern: CalendarPattern, floatingWith repetition: RepetitionModel) {
    self.pattern = pattern
    zone = .floating
    self.repetition = repetition
  }

  /// Makes a trigger of a layer that follows the wall clock of a zone; nil without an IANA zone.
  package init?(_ pattern: CalendarPattern, in zone: Zone, with repetition: RepetitionModel) {
    self.init(pattern: pattern, zone: .pinned(zone))
    self.repetition = repetition
  }

  /// Whether the trigger repeats until its request is removed.
  public var repeats: Bool { !pattern.isOnce }

  /// The zone whose wall clock the trigger follows, for a device in a given zone.
  package func zone(onDeviceIn deviceZone: Zone) -> Zone { zone.zone(onDeviceIn: deviceZone) }
}

/// The format of a plan's `dateComponents`, with the names and numbers of Foundation.
extension CalendarTrigger: Codable {
  private enum CodingKeys: String, CodingKey {
    case year, month, day, weekday, weekdayOrdinal, hour, minute, second, calendar, timeZone

    /// The keys of the components, in the order of ``TriggerComponents/names``.
    static let components: [CodingKeys] = [
      .year, .month, .day, .weekday, .weekdayOrdinal, .hour, .minute, .second,
    ]
  }

  /// The calendar of a trigger with a zone, as named by `Calendar.Identifier`.
  private static let calendarName = "gregorian"

  /// Decodes a trigger from its date components.
  ///
  /// - Parameter decoder: The decoder; its `userInfo` can have a zone database, see
  ///   `ZoneDatabase.userInfoKey`.
  /// - Throws: A `DecodingError` if the components are not safe, or the zone is unknown or missing.
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
      throw refusal("has date components that the system interprets differently")
    }
    let calendar = try container.decodeIfPresent(String.self, forKey: .calendar)
    let identifier = try container.decodeIfPresent(String.self, forKey: .timeZone)
    var zone = TriggerZone.floating
    switch (calendar, identifier) {
    case (nil, nil): break
    case (CalendarTrigger.calendarName?, let identifier?):
      guard let known = ZoneDatabase.zone(named: identifier, for: decoder) else {
        throw DecodingError.dataCorruptedError(
          forKey: .timeZone, in: container, debugDescription: "is not an IANA time zone")
      }
      zone = .pinned(known)
    default:
      throw refusal("needs both the calendar \(CalendarTrigger.calendarName) and a time zone")
    }
    // A device with a Gregorian calendar can have days, months and years without a zone.
    self =
      CalendarTrigger(pattern: pattern, zone: zone)
      ?? CalendarTrigger(pattern, floatingWith: .dateMatching)
  }

  /// Encodes the date components, and for a pinned zone the calendar and the time zone.
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
