package import CivilTime

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
