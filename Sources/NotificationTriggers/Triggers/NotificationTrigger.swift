import CivilTime

/// When a request fires (`UNNotificationTrigger`).
///
/// ```swift
/// let soon = NotificationTrigger.timeInterval(TimeIntervalTrigger(interval: 300, repeats: false)!)
/// print(soon.repeats, soon.calendar == nil)  // false true
/// ```
public enum NotificationTrigger: Hashable, Sendable {
  /// At date components.
  case calendar(CalendarTrigger)
  /// After a time from when the request is added.
  case timeInterval(TimeIntervalTrigger)

  /// Whether it fires again and again, until it is removed.
  public var repeats: Bool {
    switch self {
    case .calendar(let trigger): trigger.repeats
    case .timeInterval(let trigger): trigger.repeats
    }
  }

  /// The calendar trigger; nil where it is none.
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
  /// Seconds from the instant of adding to the first fire, and between fires.
  public let interval: Int
  /// Whether it fires again and again, until it is removed.
  public let repeats: Bool

  /// The shortest interval that the system lets repeat, in seconds; it throws an exception below.
  public static let shortestRepeat = 60

  /// Makes a trigger; nil where the system would throw an exception.
  ///
  /// - Parameters:
  ///   - interval: Seconds, at least 1; at least 60 where it repeats.
  ///   - repeats: Whether it fires again and again.
  public init?(interval: Int, repeats: Bool) {
    guard interval >= (repeats ? TimeIntervalTrigger.shortestRepeat : 1) else { return nil }
    self.interval = interval
    self.repeats = repeats
  }
}

/// In the form of a plan's `trigger`.
extension NotificationTrigger: Codable {
  private enum CodingKeys: String, CodingKey {
    case dateComponents, timeInterval, repeats
  }

  /// Reads a trigger.
  ///
  /// - Parameter decoder: What has it; its `userInfo` may have a database of zones, see
  ///   `ZoneDatabase.userInfoKey`.
  /// - Throws: A `DecodingError` where a trigger would not do what it says, or the system would
  ///   refuse it.
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
            ? "repeats by its date components, and says that it doesn't"
            : "is for one date, and says that it repeats")
      }
      self = .calendar(trigger)
    case (nil, let interval?):
      // A longer one ends after all tables of zones do.
      guard interval <= ZoneDatabase.end.secondsSince1970,
        let trigger = TimeIntervalTrigger(interval: interval, repeats: repeats)
      else { throw refusal("has a time interval that the system refuses") }
      self = .timeInterval(trigger)
    default: throw refusal("needs one of dateComponents and timeInterval")
    }
  }

  /// Writes the trigger.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .calendar(let trigger): try container.encode(trigger, forKey: .dateComponents)
    case .timeInterval(let trigger): try container.encode(trigger.interval, forKey: .timeInterval)
    }
    try container.encode(repeats, forKey: .repeats)
  }
}
