import CivilTime

/// The trigger of a notification request (`UNNotificationTrigger`).
///
/// ```swift
/// let soon = NotificationTrigger.timeInterval(TimeIntervalTrigger(interval: 300, repeats: false)!)
/// print(soon.repeats, soon.calendar == nil)  // false true
/// ```
public enum NotificationTrigger: Hashable, Sendable {
  /// Fires at date components.
  case calendar(CalendarTrigger)
  /// Fires after an interval from the instant when the request is added.
  case timeInterval(TimeIntervalTrigger)

  /// Whether the trigger repeats until its request is removed.
  public var repeats: Bool {
    switch self {
    case .calendar(let trigger): trigger.repeats
    case .timeInterval(let trigger): trigger.repeats
    }
  }

  /// The calendar trigger; nil for a time-interval trigger.
  public var calendar: CalendarTrigger? {
    if case .calendar(let trigger) = self { trigger } else { nil }
  }
}

/// A time-interval trigger (`UNTimeIntervalNotificationTrigger`).
///
/// ```swift
/// print(TimeIntervalTrigger(interval: 300, repeats: true)!.interval)  // 300
/// // The system throws an exception for a shorter one that repeats.
/// print(TimeIntervalTrigger(interval: 59, repeats: true) == nil)  // true
/// ```
public struct TimeIntervalTrigger: Hashable, Sendable {
  /// Seconds from the instant when the request is added to the first fire, and between fires.
  public let interval: Int
  /// Whether the trigger repeats until its request is removed.
  public let repeats: Bool

  /// The shortest interval that can repeat, in seconds; the system throws an exception below it.
  public static let shortestRepeat = 60

  /// Makes a trigger; nil if the system would throw an exception.
  ///
  /// - Parameters:
  ///   - interval: The interval in seconds, at least 1, or at least 60 if it repeats.
  ///   - repeats: Whether the trigger repeats until its request is removed.
  public init?(interval: Int, repeats: Bool) {
    guard interval >= (repeats ? TimeIntervalTrigger.shortestRepeat : 1) else { return nil }
    self.interval = interval
    self.repeats = repeats
  }
}

/// The format of a plan's `trigger`.
extension NotificationTrigger: Codable {
  private enum CodingKeys: String, CodingKey {
    case dateComponents, timeInterval, repeats
  }

  /// Decodes a trigger.
  ///
  /// - Parameter decoder: The decoder; its `userInfo` can have a zone database, see
  ///   `ZoneDatabase.userInfoKey`.
  /// - Throws: A `DecodingError` if the components are not safe, `repeats` contradicts them, or the
  ///   system would reject the interval.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func refusal(_ text: String) -> DecodingError {
      DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: text))
    }
    let repeats = try container.decode(Bool.self, forKey: .repeats)
    let components = try container.decodeIfPresent(CalendarTrigger.self, forKey: .dateComponents)
    let interval = try container.decodeIfPresent(Int.self, forKey: .timeInterval)
    switch (components, interval) {
    case (let trigger?, nil):
      guard trigger.repeats == repeats else {
        throw refusal(
          trigger.repeats
            ? "has date components that repeat, but repeats is false"
            : "has date components of one date, but repeats is true")
      }
      self = .calendar(trigger)
    case (nil, let interval?):
      // A longer interval would end after the tables of all zones.
      guard interval <= ZoneDatabase.end.secondsSince1970,
        let trigger = TimeIntervalTrigger(interval: interval, repeats: repeats)
      else { throw refusal("has a time interval that the system rejects") }
      self = .timeInterval(trigger)
    default: throw refusal("needs one of dateComponents and timeInterval")
    }
  }

  /// Encodes the trigger.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .calendar(let trigger): try container.encode(trigger, forKey: .dateComponents)
    case .timeInterval(let trigger): try container.encode(trigger.interval, forKey: .timeInterval)
    }
    try container.encode(repeats, forKey: .repeats)
  }
}
