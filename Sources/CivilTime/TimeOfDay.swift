/// A time of day as a wall clock shows it, to the second.
///
/// ```swift
/// let morning = TimeOfDay(hour: 8, minute: 50)!
/// print(morning, morning.secondOfDay)  // 08:50 31800
/// print(TimeOfDay(hour: 24) == nil)  // true
/// ```
public struct TimeOfDay: Hashable, Sendable {
  /// Seconds since midnight without clock changes, from 0 to 86,399.
  public let secondOfDay: Int

  /// Makes a time of day from the seconds since midnight, from 0 to 86,399.
  @inlinable
  package init(secondOfDay: Int) {
    self.secondOfDay = secondOfDay
  }

  /// Makes a time of day; nil if a number is outside its range.
  ///
  /// - Parameters:
  ///   - hour: From 0 to 23.
  ///   - minute: From 0 to 59.
  ///   - second: From 0 to 59.
  public init?(hour: Int, minute: Int = 0, second: Int = 0) {
    guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second) else {
      return nil
    }
    self.init(secondOfDay: (hour * 60 + minute) * 60 + second)
  }

  /// Parses a time of day as users write it; nil for any other text.
  ///
  /// - Parameter text: `09:00` or `09:00:30`. The hour can have one digit; the other numbers have
  ///   two. On a clock of twelve hours, `9am` or `9:30 pm`.
  package init?(_ text: some StringProtocol) {
    let halves = ["am", "pm"]
    let half = halves.firstIndex { text.lowercased().hasSuffix($0) }
    let digits = half == nil ? text[...] : text.dropLast(2)
    let parts = digits.split(separator: ":", omittingEmptySubsequences: false).map {
      half != nil && $0.last == " " ? $0.dropLast() : $0
    }
    let numbers = parts.enumerated().compactMap { index, part in
      (index == 0 ? 1 : 2)...2 ~= part.utf8.count && part.utf8.allSatisfy(\.isDigit)
        ? Int(part) : nil
    }
    guard numbers.count == parts.count, (half == nil ? 2 : 1)...3 ~= parts.count else { return nil }
    var hour = numbers[0]
    if let half {
      // The clock of twelve hours begins at 12.
      guard 1...12 ~= hour else { return nil }
      hour = hour % 12 + half * 12
    }
    self.init(
      hour: hour, minute: numbers.count > 1 ? numbers[1] : 0,
      second: numbers.count > 2 ? numbers[2] : 0)
  }

  /// The start of a day: 00:00.
  public static let midnight = TimeOfDay(secondOfDay: 0)
  /// The last second of a day: 23:59:59.
  package static let lastSecond = TimeOfDay(secondOfDay: 86_399)

  /// The hour, from 0 to 23.
  @inlinable
  public var hour: Int { secondOfDay / 3_600 }
  /// The minute, from 0 to 59.
  @inlinable
  public var minute: Int { secondOfDay / 60 % 60 }
  /// The second, from 0 to 59.
  @inlinable
  public var second: Int { secondOfDay % 60 }
}

extension TimeOfDay: Comparable {
  /// Whether one time is earlier than another on the same day.
  @inlinable
  public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool {
    left.secondOfDay < right.secondOfDay
  }
}

extension TimeOfDay: CustomStringConvertible {
  /// The time as users write it: `09:00`, or `09:00:05` if the seconds are not zero.
  public var description: String {
    let minutes = "\(hour.padded(to: 2)):\(minute.padded(to: 2))"
    return second == 0 ? minutes : "\(minutes):\(second.padded(to: 2))"
  }

  /// The time in ISO 8601's extended format: `09:00:00`.
  package var extendedFormat: String {
    "\(hour.padded(to: 2)):\(minute.padded(to: 2)):\(second.padded(to: 2))"
  }

  /// The time in ISO 8601's basic format, as RFC 5545 writes it: `090000`.
  package var basicFormat: String {
    "\(hour.padded(to: 2))\(minute.padded(to: 2))\(second.padded(to: 2))"
  }
}

extension TimeOfDay: Codable {
  /// Decodes a time of day from a string: `09:00` or `09:00:30`.
  ///
  /// - Parameter decoder: The decoder of the string.
  /// - Throws: A `DecodingError` if the value is not a time of day.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value("a time of day such as 09:00") { text in
      // Users may type an hour of one digit, but documents always have two.
      text.utf8.prefix(2).allSatisfy(\.isDigit) ? TimeOfDay(text) : nil
    }
  }

  /// Encodes the time as `09:00`, or as `09:00:05` if the seconds are not zero.
  ///
  /// - Parameter encoder: The encoder of the string.
  /// - Throws: Any error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode(text: description)
  }
}
