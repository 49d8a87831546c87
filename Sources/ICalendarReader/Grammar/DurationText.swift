internal import CivilTime

/// A DURATION as calendar programs write it (RFC 5545, 3.3.6).
///
/// A value that violates the grammar is accepted if it has only one meaning. Accepted deviations
/// are blanks, a missing `P` or `T`, days or weeks after a `T`, a sign before a later part
/// (`PT-15M`), and no parts (`PT`). `P15M` means minutes, because a DURATION can't have months. A
/// number needs a unit unless it is zero.
struct DurationText {
  let duration: CalendarDuration
  /// Whether the value follows RFC 5545.
  let isStandard: Bool

  /// Reads a value; nil unless it has exactly one meaning.
  init?(_ text: ArraySlice<UInt8>) {
    if let duration = CalendarDuration(rfc5545: text) {
      self.duration = duration
      isStandard = true
      return
    }
    var correction = DurationCorrection(text)
    guard let corrected = correction.run(), let duration = CalendarDuration(rfc5545: corrected)
    else { return nil }
    self.duration = duration
    isStandard = false
  }

  /// The longest suggestion, in seconds.
  ///
  /// `PT20000` hardly means minutes.
  private static let longestSuggestion = 7 * 86_400

  /// The value that was probably meant: minutes for `PT15`, which lacks a unit; nil for other
  /// values.
  static func suggestion(for text: ArraySlice<UInt8>) -> String? {
    guard text.contains(where: { $0.upperCased == UInt8(ascii: "T") }),
      let minutes = DurationText(text + CollectionOfOne(UInt8(ascii: "M"))),
      abs(minutes.duration.nominalSeconds) <= longestSuggestion
    else { return nil }
    return minutes.duration.description
  }
}

/// Converts a malformed DURATION to the grammar of RFC 5545.
private struct DurationCorrection {
  private var rest: ArraySlice<UInt8>
  private var hasP = false
  private var hasT = false
  /// A sign at the start or before `P` or `T`, which applies to all parts.
  private var commonSign: UInt8?
  /// A sign directly before a number, which applies to that part.
  private var numberSign: UInt8?
  /// The sign of all nonzero parts.
  private var sign: UInt8?
  private var days = ""
  private var time = ""

  init(_ text: ArraySlice<UInt8>) {
    rest = text.filter { !$0.isBlank }.map(\.upperCased)[...]
  }

  private var hasPart: Bool { !days.isEmpty || !time.isEmpty }

  /// The corrected value; nil unless the text has exactly one meaning.
  mutating func run() -> String? {
    while let byte = rest.first {
      let isTaken =
        switch byte {
        case UInt8(ascii: "+"), UInt8(ascii: "-"): takeSign(byte)
        case UInt8(ascii: "P"): takeP()
        case UInt8(ascii: "T"): takeT()
        default: takePart()
        }
      guard isTaken else { return nil }
    }
    guard hasP || hasPart else { return nil }
    if !hasPart { time = "0S" }
    return (sign == UInt8(ascii: "-") ? "-P" : "P") + days + (time.isEmpty ? "" : "T\(time)")
  }

  private mutating func takeSign(_ byte: UInt8) -> Bool {
    let isAtStart = rest.startIndex == 0
    rest.removeFirst()
    guard commonSign == nil, numberSign == nil else { return false }
    if !isAtStart, let next = rest.first, next.isDigit {
      numberSign = byte
      return true
    }
    commonSign = byte
    return !hasPart
  }

  private mutating func takeP() -> Bool {
    rest.removeFirst()
    defer { hasP = true }
    return !hasP && !hasT && !hasPart
  }

  private mutating func takeT() -> Bool {
    rest.removeFirst()
    defer { hasT = true }
    return !hasT
  }

  private mutating func takePart() -> Bool {
    let digits = rest.prefix { $0.isDigit }
    guard !digits.isEmpty else { return false }
    rest = rest.dropFirst(digits.count)
    let isZero = digits.allSatisfy { $0 == UInt8(ascii: "0") }
    if !isZero {
      let own = numberSign ?? commonSign ?? UInt8(ascii: "+")
      // Programs disagree on `PT-1H30M`: half an hour or 90 minutes before.
      guard sign == nil || sign == own else { return false }
      sign = own
    }
    numberSign = nil
    guard let unit = rest.popFirst() else {
      defer { time = "0S" }
      return isZero && !hasPart
    }
    let part = String(decoding: digits, as: UTF8.self) + String(UnicodeScalar(unit))
    switch unit {
    case UInt8(ascii: "W"), UInt8(ascii: "D"):
      days += part
      // Minutes before days would mean months.
      return time.isEmpty
    case UInt8(ascii: "H"), UInt8(ascii: "M"), UInt8(ascii: "S"):
      time += part
      return true
    default:
      return false
    }
  }
}
