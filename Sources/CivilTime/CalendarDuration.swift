/// A length of time with a nominal and an exact part (RFC 5545, 3.3.6).
///
/// Months and days follow the calendar: a day over a clock change has 23 or 25 hours. Seconds are
/// exact. The months come from ISO 8601; RFC 5545 has none.
///
/// ```swift
/// let before = CalendarDuration("-P1DT2H")!
/// print(before.days, before.seconds)  // -1 -7200
/// print(-before, CalendarDuration(days: 14))  // P1DT2H P14D
/// ```
public struct CalendarDuration: Hashable, Sendable {
  /// Months, nominal; years count as twelve.
  public var months: Int
  /// Days, nominal; weeks count as seven.
  public var days: Int
  /// Seconds, exact.
  public var seconds: Int

  /// Makes a duration; all parts normally have one sign.
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

  /// No time at all.
  public static let zero = CalendarDuration()

  /// The duration into the other direction.
  public static prefix func - (duration: CalendarDuration) -> CalendarDuration {
    CalendarDuration(
      months: 0 &- duration.months, days: 0 &- duration.days, seconds: 0 &- duration.seconds)
  }

  /// Whether every part is zero or more.
  package var isForward: Bool { months >= 0 && days >= 0 && seconds >= 0 }

  /// Whether it has no nominal part, so that it is as long whatever becomes of the clock.
  package var isExact: Bool { months == 0 && days == 0 }

  /// The days and the exact part in seconds, on a clock that is never changed: a day as 24 hours.
  ///
  /// Months have no length of their own and count for nothing.
  package var nominalSeconds: Int { days * 86_400 + seconds }

  /// The wall-clock time after the nominal part: months first, then days.
  ///
  /// A day that the month lacks becomes the month's last.
  private func nominalEnd(from civil: CivilDateTime) -> CivilDateTime {
    guard months != 0 else { return civil + days &* 86_400 }
    let start = civil.date
    let month = start.year * 12 + start.month - 1 + months
    let year = month.floorQuotient(12)
    let monthOfYear = month.floorModulo(12) + 1
    let day = min(start.day, CivilDate.length(ofMonth: monthOfYear, year: year))
    let date = CivilDate(uncheckedYear: year, month: monthOfYear, day: day)
    return CivilDateTime(
      dayNumber: date.dayNumber + days, time: civil.time)
  }

  /// The instant after the whole duration, its nominal part in a zone.
  package func end(from instant: Instant, in zone: Zone) -> Instant {
    if isExact { return instant + seconds }
    return zone.instant(of: nominalEnd(from: zone.civil(at: instant))) + seconds
  }
}

extension CalendarDuration {
  /// The largest number that a part may be written with.
  ///
  /// A million million weeks still fit into 64 bits of seconds, so no sum can overflow.
  private static let largestNumber = 1_000_000_000_000

  /// Parses a duration of RFC 5545 or ISO 8601: `-P1DT2H`, `PT15M`, `P2W`, `P1Y6M`.
  ///
  /// Nil where the text is something else.
  ///
  /// - Parameter text: The duration. Designators come in their order, each at most once, and at
  ///   least one is needed: `P` and `PT15` are refused.
  public init?(_ text: some StringProtocol) {
    self.init(ArraySlice(text.utf8))
  }

  /// Parses a duration of RFC 5545 or ISO 8601.
  ///
  /// - Parameter text: The text's bytes.
  package init?(_ text: ArraySlice<UInt8>) {
    var bytes = text
    var sign = 1
    if let first = bytes.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      sign = first == UInt8(ascii: "-") ? -1 : 1
      bytes.removeFirst()
    }
    guard bytes.popFirst().map(CalendarDuration.upperCase) == UInt8(ascii: "P") else { return nil }
    self.init()
    // Designators come in their order: each is of a lower rank than the one before it.
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
        let rank = CalendarDuration.rank(of: letter, isTime: isTime), rank > lastRank
      else { return nil }
      lastRank = rank
      partCount += 1
      timePartCount += isTime ? 1 : 0
      add(sign * number, letter, isTime: isTime)
    }
    // A `T` with nothing after it (`P1DT`) promises a part that isn't there.
    guard partCount > 0, !isTime || timePartCount > 0 else { return nil }
  }

  /// The place of a designator in the order of all; nil for a letter that is none.
  private static func rank(of letter: UInt8, isTime: Bool) -> Int? {
    switch (isTime, letter) {
    case (false, UInt8(ascii: "Y")): 1
    case (false, UInt8(ascii: "M")): 2
    case (false, UInt8(ascii: "W")): 3
    case (false, UInt8(ascii: "D")): 4
    case (true, UInt8(ascii: "H")): 5
    case (true, UInt8(ascii: "M")): 6
    case (true, UInt8(ascii: "S")): 7
    default: nil
    }
  }

  /// Adds the part that a designator names.
  private mutating func add(_ value: Int, _ letter: UInt8, isTime: Bool) {
    switch (isTime, letter) {
    case (false, UInt8(ascii: "Y")): months += value * 12
    case (false, UInt8(ascii: "M")): months += value
    case (false, UInt8(ascii: "W")): days += value * 7
    case (false, _): days += value
    case (true, UInt8(ascii: "H")): seconds += value * 3_600
    case (true, UInt8(ascii: "M")): seconds += value * 60
    case (true, _): seconds += value
    }
  }

  /// Parses a duration of RFC 5545, which has no months and years (3.3.6).
  ///
  /// - Parameter text: The duration: `-P1DT2H`, `PT15M`, `P2W`.
  package init?(rfc5545 text: some StringProtocol) {
    self.init(rfc5545: ArraySlice(text.utf8))
  }

  /// Parses a duration of RFC 5545, which has no months and years (3.3.6).
  ///
  /// - Parameter text: The text's bytes.
  package init?(rfc5545 text: ArraySlice<UInt8>) {
    self.init(text)
    guard months == 0 else { return nil }
  }

  private static func upperCase(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte
  }
}

extension CalendarDuration: CustomStringConvertible {
  /// The duration as RFC 5545 and ISO 8601 write it.
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
  /// Reads a duration from its text in RFC 5545 or ISO 8601.
  ///
  /// - Parameter decoder: What has the text.
  /// - Throws: A `DecodingError` where it is no duration.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value("a duration such as P7D") { CalendarDuration($0) }
  }

  /// Writes the duration as RFC 5545 and ISO 8601 do: `P7D`.
  ///
  /// - Parameter encoder: What takes the text.
  /// - Throws: An `EncodingError` where no text says it: its parts have different signs.
  public func encode(to encoder: any Encoder) throws {
    guard CalendarDuration(description) == self else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "no text says a duration whose parts have different signs"))
    }
    try encoder.encode(text: description)
  }
}
