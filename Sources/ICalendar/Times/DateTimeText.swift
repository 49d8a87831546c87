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
    var digits: [Int] = []
    var digitsBeforeT: Int?
    var isUTC = false
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        guard !isUTC, digits.count < 14 else { return nil }
        digits.append(Int(byte - UInt8(ascii: "0")))
      case UInt8(ascii: "T"), UInt8(ascii: "t"):
        guard digitsBeforeT == nil else { return nil }
        digitsBeforeT = digits.count
      case UInt8(ascii: "Z"), UInt8(ascii: "z"):
        guard !isUTC else { return nil }
        isUTC = true
      case UInt8(ascii: "-"): guard digitsBeforeT == nil else { return nil }
      case UInt8(ascii: ":"): guard digitsBeforeT != nil else { return nil }
      default: return nil
      }
    }
    guard digits.count >= 8, (digitsBeforeT ?? digits.count) == 8 else { return nil }
    func number(_ start: Int, _ count: Int) -> Int {
      digits[start..<(start + count)].reduce(0) { $0 * 10 + $1 }
    }
    guard let date = CivilDate(year: number(0, 4), month: number(4, 2), day: number(6, 2))
    else { return nil }
    // Google writes days as `20260105Z`; a DATE is in no zone all the same.
    self.isUTC = isUTC && digitsBeforeT != nil
    if digitsBeforeT == nil {
      guard digits.count == 8 else { return nil }
      civil = CivilDateTime(date)
      isDate = true
      return
    }
    guard digits.count == 12 || digits.count == 14 else { return nil }
    let (hour, minute) = (number(8, 2), number(10, 2))
    let second = digits.count == 14 ? number(12, 2) : 0
    guard hour < 24, minute < 60, second <= 60 else { return nil }
    civil = CivilDateTime(date, hour: hour, minute: minute, second: min(second, 59))
    isDate = false
  }
}
