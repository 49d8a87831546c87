public import CivilTime

/// The value of DTSTART and its like: a DATE or a DATE-TIME with what gives it a meaning.
///
/// ```swift
/// let morning = CivilDateTime(iso8601: "2028-01-03T08:00")!
/// print(CalendarTime(morning))  // 20280103T080000
/// print(CalendarTime(morning, reference: .utc))  // 20280103T080000Z
/// let birthday = CivilDateTime(CivilDate(year: 2028, month: 2, day: 29)!)
/// print(CalendarTime(birthday, isDate: true))  // 20280229
/// ```
public struct CalendarTime: Hashable, Sendable {
  /// What turns the wall-clock time into an instant.
  public enum Reference: Hashable, Sendable {
    /// The zone of the device that reminds (RFC 5545, 3.3.5, form 1).
    case floating
    /// UTC (form 2).
    case utc
    /// The zone that TZID names (form 3).
    case zone(Zone)
  }

  /// The wall-clock time; midnight for a DATE.
  public var civil: CivilDateTime
  /// Whether the value is a DATE: a whole day, starting at 00:00 of the device's zone.
  public var isDate: Bool
  /// What turns it into an instant.
  public var reference: Reference

  /// Makes a time.
  ///
  /// - Parameters:
  ///   - civil: The wall-clock time; midnight for a DATE.
  ///   - isDate: Whether the value is a DATE.
  ///   - reference: What turns it into an instant; a DATE is always floating.
  public init(_ civil: CivilDateTime, isDate: Bool = false, reference: Reference = .floating) {
    self.civil = civil
    self.isDate = isDate
    self.reference = isDate ? .floating : reference
  }

  /// The zone that gives the time its meaning on a device.
  package func zone(onDeviceIn deviceZone: Zone) -> Zone {
    switch reference {
    case .floating: deviceZone
    case .utc: .gmt
    case .zone(let zone): zone
    }
  }

  /// The instant on a device (RFC 5545, 3.3.5).
  package func instant(onDeviceIn deviceZone: Zone) -> Instant {
    zone(onDeviceIn: deviceZone).instant(of: civil)
  }
}

extension CalendarTime: CustomStringConvertible {
  /// The time as RFC 5545 writes it, with the zone's name in front where it has one.
  public var description: String {
    if isDate { return civil.date.basicFormat }
    switch reference {
    case .floating: return civil.basicFormat
    case .utc: return "\(civil.basicFormat)Z"
    case .zone(let zone): return "\(zone.identifier):\(civil.basicFormat)"
    }
  }
}

/// A DATE or DATE-TIME as it is written, before a zone gives it a meaning (RFC 5545, 3.3.4, 3.3.5).
package struct DateTimeText: Hashable, Sendable {
  /// The wall-clock time; midnight for a DATE.
  package let civil: CivilDateTime
  /// Whether the value is a DATE.
  package let isDate: Bool
  /// Whether a `Z` follows.
  package let isUTC: Bool

  /// Parses `20260105`, `20260105T080000` or `20260105T080000Z`.
  ///
  /// Nil where the text is something else or names no date of the calendar. A second of 60 counts
  /// as 59 (RFC 5545, 3.3.12). ISO 8601's hyphens and colons are forgiven, as is a time without
  /// seconds.
  package init?(_ text: some StringProtocol) {
    self.init(ArraySlice(text.utf8))
  }

  /// Parses `20260105`, `20260105T080000` or `20260105T080000Z`.
  ///
  /// - Parameter text: The text's bytes.
  package init?(_ text: ArraySlice<UInt8>) {
    // All digits as one number, of which the last ones are the smallest parts.
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
    // Google writes days as `20260105Z`; a DATE is in no zone all the same.
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
