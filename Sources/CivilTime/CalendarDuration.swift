/// A duration with a nominal and an exact part (RFC 5545, 3.3.6).
///
/// Months and days follow the calendar: a day with a clock change has 23 or 25 hours. Seconds are
/// exact. Months are an extension from ISO 8601; RFC 5545 does not have them.
///
/// ```swift
/// let before = CalendarDuration("-P1DT2H")!
/// print(before.days, before.seconds)  // -1 -7200
/// print(before, CalendarDuration(days: 14))  // -P1DT2H P14D
/// ```
public struct CalendarDuration: Hashable, Sendable {
  /// Nominal months; a year counts as twelve.
  public var months: Int
  /// Nominal days; a week counts as seven.
  public var days: Int
  /// Exact seconds.
  public var seconds: Int

  /// Makes a duration.
  ///
  /// All parts should have the same sign.
  ///
  /// - Parameters:
  ///   - months: Nominal months.
  ///   - days: Nominal days.
  ///   - seconds: Exact seconds.
  public init(months: Int = 0, days: Int = 0, seconds: Int = 0) {
    self.months = months
    self.days = days
    self.seconds = seconds
  }

  /// The empty duration.
  public static let zero = CalendarDuration()

  /// Whether no part is negative.
  package var isForward: Bool { months >= 0 && days >= 0 && seconds >= 0 }

  /// Whether the duration is exact: without a nominal part, clock changes do not affect it.
  package var isExact: Bool { months == 0 && days == 0 }

  /// The length of the days and seconds, in seconds, if each day has 24 hours.
  ///
  /// Months are ignored because their length varies.
  package var nominalSeconds: Int { days * 86_400 + seconds }

  /// Adds the nominal part to a wall-clock time: months first, then days.
  ///
  /// If the month does not have the day, the result is the last day of the month.
  private func nominalEnd(from civil: CivilDateTime) -> CivilDateTime {
    guard months != 0 else { return civil + days &* 86_400 }
    let start = civil.date
    let month = start.year * 12 + start.month - 1 + months
    let year = month.floorQuotient(12)
    let monthOfYear = month.floorModulo(12) + 1
    let day = min(start.day, CivilDate.length(ofMonth: monthOfYear, year: year))
    let date = CivilDate(uncheckedYear: year, month: monthOfYear, day: day)
    return CivilDateTime(dayNumber: date.dayNumber + days, time: civil.time)
  }

  /// The instant at the end of the duration.
  ///
  /// The nominal part is added on the zone's wall clock.
  package func end(from instant: Instant, in zone: Zone) -> Instant {
    if isExact { return instant + seconds }
    return zone.instant(of: nominalEnd(from: zone.civil(at: instant))) + seconds
  }
}

extension CalendarDuration {
  /// The largest number in a part of the text.
  ///
  /// 10^12 weeks in seconds fit into 64 bits, so sums cannot overflow.
  private static let largestNumber = 1_000_000_000_000

  /// Parses a duration of RFC 5545 or ISO 8601: `-P1DT2H`, `PT15M`, `P2W`, `P1Y6M`.
  ///
  /// Returns nil if the text has another format.
  ///
  /// - Parameter text: The duration. At least one designator is needed, each can occur once, and
  ///   their order is fixed. `P` and `PT15` are rejected.
  public init?(_ text: some StringProtocol) {
    self.init(ArraySlice(text.utf8))
  }

  /// Parses a duration of RFC 5545 or ISO 8601 in UTF-8.
  package init?(_ text: ArraySlice<UInt8>) {
    var bytes = text
    var sign = 1
    if let first = bytes.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      sign = first == UInt8(ascii: "-") ? -1 : 1
      bytes.removeFirst()
    }
    guard bytes.popFirst().map(CalendarDuration.upperCase) == UInt8(ascii: "P") else { return nil }
    self.init()
    // The ranks of the designators must ascend.
    var lastRank = 0
    var isTime = false
    var partCount = 0
    var timePartCount = 0
    while let byte = bytes.first.map(CalendarDuration.upperCase) {
      if byte == UInt8(ascii: "T"), !isTime {
        isTime = true
        bytes.removeFirst()
        continue
      }
      var number = 0
      var digitCount = 0
      while let digit = bytes.first, digit.isDigit {
        number = number * 10 + Int(digit - UInt8(ascii: "0"))
        guard number <= CalendarDuration.largestNumber else { return nil }
        digitCount += 1
        bytes.removeFirst()
      }
      guard digitCount > 0, let letter = bytes.popFirst().map(CalendarDuration.upperCase),
        let unit = CalendarDuration.unit(of: letter, isTime: isTime), unit.rank > lastRank
      else { return nil }
      lastRank = unit.rank
      partCount += 1
      timePartCount += isTime ? 1 : 0
      months += sign * number * unit.one.months
      days += sign * number * unit.one.days
      seconds += sign * number * unit.one.seconds
    }
    // A `T` must be followed by a part, so `P1DT` is rejected.
    guard partCount > 0, !isTime || timePartCount > 0 else { return nil }
  }

  /// The position of a designator in the fixed order, and one of its units; nil for other letters.
  private static func unit(
    of letter: UInt8, isTime: Bool
  ) -> (rank: Int, one: CalendarDuration)? {
    switch (isTime, letter) {
    case (false, UInt8(ascii: "Y")): (1, CalendarDuration(months: 12))
    case (false, UInt8(ascii: "M")): (2, CalendarDuration(months: 1))
    case (false, UInt8(ascii: "W")): (3, CalendarDuration(days: 7))
    case (false, UInt8(ascii: "D")): (4, CalendarDuration(days: 1))
    case (true, UInt8(ascii: "H")): (5, CalendarDuration(seconds: 3_600))
    case (true, UInt8(ascii: "M")): (6, CalendarDuration(seconds: 60))
    case (true, UInt8(ascii: "S")): (7, CalendarDuration(seconds: 1))
    default: nil
    }
  }

  /// Parses a duration of RFC 5545, which does not have years or months (3.3.6): `-P1DT2H`, `P2W`.
  package init?(rfc5545 text: some StringProtocol) {
    self.init(rfc5545: ArraySlice(text.utf8))
  }

  /// Parses a duration of RFC 5545 in UTF-8.
  package init?(rfc5545 text: ArraySlice<UInt8>) {
    self.init(text)
    guard months == 0 else { return nil }
  }

  private static func upperCase(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte
  }
}

extension CalendarDuration: CustomStringConvertible {
  /// The duration in the format of RFC 5545 and ISO 8601.
  ///
  /// The sign applies to all parts.
  public var description: String {
    let isBackward = months < 0 || days < 0 || seconds < 0
    let (months, days, seconds) = (
      self.months.magnitude, self.days.magnitude, self.seconds.magnitude
    )
    var text = isBackward ? "-P" : "P"
    if months >= 12 { text += "\(months / 12)Y" }
    if months % 12 > 0 { text += "\(months % 12)M" }
    if days > 0 { text += "\(days)D" }
    if seconds > 0 || (months == 0 && days == 0) {
      text += "T"
      if seconds >= 3_600 { text += "\(seconds / 3_600)H" }
      if seconds / 60 % 60 > 0 { text += "\(seconds / 60 % 60)M" }
      if seconds % 60 > 0 || seconds == 0 { text += "\(seconds % 60)S" }
    }
    return text
  }
}

extension CalendarDuration: Codable {
  /// Decodes a duration from a string in the format of RFC 5545 or ISO 8601.
  ///
  /// - Parameter decoder: The decoder of the string.
  /// - Throws: A `DecodingError` if the value is not a duration.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value("a duration such as P7D") { CalendarDuration($0) }
  }

  /// Encodes the duration in the format of RFC 5545 and ISO 8601: `P7D`.
  ///
  /// - Parameter encoder: The encoder of the string.
  /// - Throws: An `EncodingError` if the parts have different signs, which the format cannot
  ///   express.
  public func encode(to encoder: any Encoder) throws {
    guard CalendarDuration(description) == self else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "ISO 8601 can't express a duration whose parts have different signs"))
    }
    try encoder.encode(text: description)
  }
}
