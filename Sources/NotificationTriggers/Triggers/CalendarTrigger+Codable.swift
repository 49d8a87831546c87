internal import CivilTime

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
  ///
  /// - Parameter encoder: What takes them.
  /// - Throws: What the encoder throws.
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
