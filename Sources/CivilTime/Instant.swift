/// A point in time, in whole seconds of UTC without leap seconds.
///
/// Ranges of instants are half-open throughout the package.
///
/// ```swift
/// let instant = Instant(iso8601: "2028-01-03T08:00+01:00")!
/// print(instant)  // 2028-01-03T07:00:00Z
/// print(instant + 90, instant - Instant(secondsSince1970: 0))  // 2028-01-03T07:01:30Z 1830495600
/// ```
public struct Instant: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z; negative before.
  public let secondsSince1970: Int

  /// Makes an instant from its distance to 1970-01-01T00:00:00Z.
  ///
  /// - Parameter secondsSince1970: Seconds; negative for earlier instants.
  @inlinable
  public init(secondsSince1970: Int) {
    self.secondsSince1970 = secondsSince1970
  }

  /// Whether one instant is earlier than another.
  @inlinable
  public static func < (left: Instant, right: Instant) -> Bool {
    left.secondsSince1970 < right.secondsSince1970
  }

  /// The instant a number of seconds later, or earlier for a negative number.
  @inlinable
  public static func + (instant: Instant, seconds: Int) -> Instant {
    Instant(secondsSince1970: instant.secondsSince1970 &+ seconds)
  }

  /// The instant a number of seconds earlier.
  @inlinable
  public static func - (instant: Instant, seconds: Int) -> Instant {
    Instant(secondsSince1970: instant.secondsSince1970 &- seconds)
  }

  /// Seconds from the right instant to the left one.
  @inlinable
  public static func - (left: Instant, right: Instant) -> Int {
    left.secondsSince1970 &- right.secondsSince1970
  }

  /// 2100-01-01T00:00:00Z, the end of the time for which plans are proven correct.
  ///
  /// Until then, every fourth year is a leap year and Foundation has zone data.
  public static let endOfProof = Instant(secondsSince1970: 4_102_444_800)

  /// The wall-clock time in UTC.
  public var civilInUTC: CivilDateTime {
    CivilDateTime(secondsSince1970: secondsSince1970)
  }
}

extension Instant: CustomStringConvertible {
  /// The instant as ISO 8601 in UTC: `2026-01-05T08:00:00Z`.
  public var description: String { String(appending: append) }

  /// Appends ``description`` in UTF-8.
  package func append(to bytes: inout [UInt8]) {
    civilInUTC.append(to: &bytes)
    bytes.append(UInt8(ascii: "Z"))
  }

  /// The instant in the format of RFC 5545: `20260105T080000Z`.
  public var basicFormat: String { "\(civilInUTC.basicFormat)Z" }

  /// Parses ISO 8601 in extended or basic format, with `Z` or an offset such as `+02:00`.
  ///
  /// Returns nil if the text has another format or the date does not exist.
  ///
  /// - Parameter text: For example `2026-01-05T08:00:00Z` or `20260105T080000Z`. Seconds are
  ///   optional. Fractions of a second are rejected, because instants are whole seconds.
  public init?(iso8601 text: String) {
    var digits = Substring(text)
    var offset = 0
    if digits.hasSuffix("Z") || digits.hasSuffix("z") {
      digits.removeLast()
    } else if let sign = digits.lastIndex(where: { $0 == "+" || $0 == "-" }),
      let time = digits.firstIndex(where: { $0 == "T" || $0 == "t" }), sign > time
    {
      let zone = digits[digits.index(after: sign)...].filter { $0 != ":" }
      guard zone.count == 2 || zone.count == 4, zone.allSatisfy({ ("0"..."9").contains($0) }),
        let hours = Int(zone.prefix(2)), let minutes = Int("0" + zone.dropFirst(2)),
        hours < 24, minutes < 60
      else { return nil }
      offset = (hours * 60 + minutes) * 60 * (digits[sign] == "-" ? -1 : 1)
      digits = digits[..<sign]
    } else {
      return nil
    }
    guard let civil = CivilDateTime(iso8601: digits) else { return nil }
    self.init(secondsSince1970: civil.secondsSince1970 - offset)
  }
}

extension Instant: Codable {
  /// Decodes an instant from a string in ISO 8601.
  ///
  /// - Parameter decoder: The decoder of the string.
  /// - Throws: A `DecodingError` if the value is not an instant.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(
      "an instant such as 2028-01-03T08:00:00Z", read: Instant.init(iso8601:))
  }

  /// Encodes the instant in UTC: `2028-01-03T08:00:00Z`.
  ///
  /// - Parameter encoder: The encoder of the string.
  /// - Throws: Any error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode(text: description)
  }
}
