public import CivilTime

/// The value of DTSTART and similar properties: a DATE or DATE-TIME with its time zone.
///
/// ```swift
/// let morning = CivilDateTime(iso8601: "2028-01-03T08:00")!
/// print(CalendarTime(morning))  // 20280103T080000
/// print(CalendarTime(morning, reference: .utc))  // 20280103T080000Z
/// let birthday = CivilDateTime(CivilDate(year: 2028, month: 2, day: 29)!)
/// print(CalendarTime(birthday, isDate: true))  // 20280229
/// ```
public struct CalendarTime: Hashable, Sendable {
  /// The interpretation of the local time.
  public enum Reference: Hashable, Sendable {
    /// The device's zone (RFC 5545, 3.3.5, form 1).
    case floating
    /// UTC (form 2).
    case utc
    /// The zone of TZID (form 3).
    case zone(Zone)
  }

  /// The local time; midnight for a DATE.
  public var civil: CivilDateTime
  /// Whether the value is a DATE: a whole day, which starts at 00:00 in the device's zone.
  public var isDate: Bool
  /// The interpretation of the local time.
  public var reference: Reference

  /// Makes a time.
  ///
  /// - Parameters:
  ///   - civil: The local time; midnight for a DATE.
  ///   - isDate: Whether the value is a DATE.
  ///   - reference: The interpretation of the local time. A DATE is always floating.
  public init(_ civil: CivilDateTime, isDate: Bool = false, reference: Reference = .floating) {
    self.civil = civil
    self.isDate = isDate
    self.reference = isDate ? .floating : reference
  }

  /// Returns the zone in which the local time is interpreted on a device.
  package func zone(onDeviceIn deviceZone: Zone) -> Zone {
    switch reference {
    case .floating: deviceZone
    case .utc: .gmt
    case .zone(let zone): zone
    }
  }

  /// Returns the instant on a device (RFC 5545, 3.3.5).
  package func instant(onDeviceIn deviceZone: Zone) -> Instant {
    zone(onDeviceIn: deviceZone).instant(of: civil)
  }
}

extension CalendarTime: CustomStringConvertible {
  /// The time in the format of RFC 5545.
  ///
  /// If it has a zone, the zone's name precedes it.
  public var description: String {
    if isDate { return civil.date.basicFormat }
    switch reference {
    case .floating: return civil.basicFormat
    case .utc: return "\(civil.basicFormat)Z"
    case .zone(let zone): return "\(zone.identifier):\(civil.basicFormat)"
    }
  }
}

/// A DATE or DATE-TIME as written, without its zone (RFC 5545, 3.3.4, 3.3.5).
package struct DateTimeText: Hashable, Sendable {
  /// The local time; midnight for a DATE.
  package let civil: CivilDateTime
  package let isDate: Bool
  /// Whether a DATE-TIME ends with `Z`.
  package let isUTC: Bool

  /// Parses `20260105`, `20260105T080000` or `20260105T080000Z`.
  ///
  /// Returns nil for any other text and for a date that doesn't exist. A second of 60 is read as 59
  /// (RFC 5545, 3.3.12). The hyphens and colons of ISO 8601 are accepted, as is a time without
  /// seconds.
  package init?(_ text: ArraySlice<UInt8>) {
    // All digits as one number, with the smallest unit last.
    var (digits, digitCount) = (0, 0)
    var digitsBeforeT: Int?
    var isUTC = false
    for byte in text {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        guard !isUTC, digitCount < 14 else { return nil }
        digits = digits * 10 + Int(byte - UInt8(ascii: "0"))
        digitCount += 1
      case UInt8(ascii: "T"), UInt8(ascii: "t"):
        guard digitsBeforeT == nil else { return nil }
        digitsBeforeT = digitCount
      case UInt8(ascii: "Z"), UInt8(ascii: "z"):
        guard !isUTC else { return nil }
        isUTC = true
      case UInt8(ascii: "-"): guard digitsBeforeT == nil else { return nil }
      case UInt8(ascii: ":"): guard digitsBeforeT != nil else { return nil }
      default: return nil
      }
    }
    guard digitCount >= 8, (digitsBeforeT ?? digitCount) == 8 else { return nil }
    let second = digitCount == 14 ? digits % 100 : 0
    if digitCount == 14 { digits /= 100 }
    let (hour, minute) = digitCount > 8 ? (digits / 100 % 100, digits % 100) : (0, 0)
    if digitCount > 8 { digits /= 10_000 }
    guard
      let date = CivilDate(year: digits / 10_000, month: digits / 100 % 100, day: digits % 100)
    else { return nil }
    // Google writes dates as `20260105Z`, but a DATE never has a zone.
    self.isUTC = isUTC && digitsBeforeT != nil
    if digitsBeforeT == nil {
      guard digitCount == 8 else { return nil }
      civil = CivilDateTime(date)
      isDate = true
      return
    }
    guard digitCount == 12 || digitCount == 14 else { return nil }
    guard hour < 24, minute < 60, second <= 60 else { return nil }
    civil = CivilDateTime(date, hour: hour, minute: minute, second: min(second, 59))
    isDate = false
  }
}
