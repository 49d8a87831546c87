import CivilTime

extension RecurrenceRule {
  /// Parses the value of an RRULE or EXRULE.
  ///
  /// Parts may be in any order and in upper or lower case. Harmless errors of real calendars are
  /// accepted: an empty part, blanks, a semicolon at the end, and an ordinal before a weekday with
  /// a frequency that doesn't use it.
  ///
  /// - Parameter text: The rule, for example `FREQ=WEEKLY;BYDAY=MO,WE`.
  /// - Throws: The first error in the text.
  public init(_ text: some StringProtocol) throws(RecurrenceRuleError) {
    try self.init(ArraySlice(text.utf8))
  }

  package init(_ text: ArraySlice<UInt8>) throws(RecurrenceRuleError) {
    let parts = try RulePartTexts(text)
    guard let frequencyName = parts[.frequency] else { throw .missingFrequency }
    guard let frequency = Frequency(name: frequencyName) else {
      throw .invalidValue(
        part: "FREQ", value: parts.quote(frequencyName),
        expected: "one of SECONDLY to YEARLY")
    }
    self.init(frequency)
    if let calendar = parts[.calendar], !calendar.elementsEqual("GREGORIAN".utf8) {
      throw .unsupportedCalendar(parts.quote(calendar))
    }
    interval = try RecurrenceRule.number(.interval, parts) ?? 1
    count = try RecurrenceRule.number(.count, parts)
    until = try RecurrenceRule.until(parts)
    seconds = RecurrenceRule.distinct(
      try RecurrenceRule.numbers(.seconds, parts, 0...60).map { min($0, 59) })
    minutes = try RecurrenceRule.numbers(.minutes, parts, 0...59)
    hours = try RecurrenceRule.numbers(.hours, parts, 0...23)
    weekdays = try RecurrenceRule.weekdays(parts)
    daysOfTheMonth = try RecurrenceRule.numbers(.daysOfTheMonth, parts, 1...31, signed: true)
    daysOfTheYear = try RecurrenceRule.numbers(.daysOfTheYear, parts, 1...366, signed: true)
    weeks = try RecurrenceRule.numbers(.weeks, parts, 1...53, signed: true)
    months = try RecurrenceRule.numbers(.months, parts, 1...12)
    setPositions = try RecurrenceRule.numbers(.setPositions, parts, 1...366, signed: true)
    if let name = parts[.weekStart] {
      guard let weekday = Weekday(name: name) else {
        throw .invalidValue(
          part: "WKST", value: parts.quote(name),
          expected: "a weekday, MO to SU")
      }
      weekStart = weekday
    }
    if let name = parts[.skip] {
      guard let skip = Skip(rawValue: String(decoding: name, as: UTF8.self)) else {
        throw .invalidValue(
          part: "SKIP", value: parts.quote(name), expected: "OMIT, BACKWARD or FORWARD")
      }
      self.skip = skip
    }
    if let part = RulePart.allCases.first(where: {
      parts.has($0) && RuleTable.action(of: $0, at: frequency) == .notAllowed
    }) {
      throw .notAllowed(part: part.rawValue, frequency: frequency.name)
    }
  }

  /// The maximum of INTERVAL and COUNT: 32 bits, as in other implementations.
  private static let largestNumber = Int(Int32.max)

  private static func number(
    _ part: RulePartTexts.Name, _ parts: RulePartTexts
  ) throws(RecurrenceRuleError) -> Int? {
    guard let text = parts[part] else { return nil }
    guard let number = integer(text), (1...largestNumber).contains(number) else {
      throw .invalidValue(
        part: part.rawValue, value: parts.quote(text),
        expected: "a number from 1 to \(largestNumber)")
    }
    return number
  }

  private static func numbers(
    _ part: RulePartTexts.Name, _ parts: RulePartTexts, _ range: ClosedRange<Int>,
    signed: Bool = false
  ) throws(RecurrenceRuleError) -> [Int] {
    guard let text = parts[part] else { return [] }
    var numbers: [Int] = []
    for item in text.split(separator: UInt8(ascii: ",")) {
      // `abs` would trap for the minimum Int.
      guard let number = integer(item),
        range.contains(signed ? Int(clamping: number.magnitude) : number)
      else {
        let bounds = "\(range.lowerBound)…\(range.upperBound)"
        throw .invalidValue(
          part: part.rawValue, value: parts.quote(item),
          expected: signed
            ? "in \(bounds) or -\(range.upperBound)…-\(range.lowerBound)" : "in \(bounds)")
      }
      numbers.append(number)
    }
    return distinct(numbers)
  }

  /// The integer that a text represents, with an optional sign; nil for anything else.
  private static func integer(_ text: ArraySlice<UInt8>) -> Int? {
    var digits = text
    let sign = digits.first
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { digits.removeFirst() }
    guard !digits.isEmpty else { return nil }
    var number = 0
    for byte in digits {
      guard byte.isDigit else { return nil }
      let (tens, overflows) = number.multipliedReportingOverflow(by: 10)
      let (sum, overflowsToo) = tens.addingReportingOverflow(Int(byte - UInt8(ascii: "0")))
      guard !overflows, !overflowsToo else { return nil }
      number = sum
    }
    return sign == UInt8(ascii: "-") ? -number : number
  }

  private static func distinct(_ numbers: [Int]) -> [Int] {
    numbers.count > 1 ? Set(numbers).sorted() : numbers
  }

  private static func weekdays(
    _ parts: RulePartTexts
  ) throws(RecurrenceRuleError) -> [WeekdayNumber] {
    guard let text = parts[.weekdays] else { return [] }
    var weekdays: [WeekdayNumber] = []
    for item in text.split(separator: UInt8(ascii: ",")) {
      guard let weekday = Weekday(name: item.suffix(2)) else {
        throw .invalidValue(
          part: "BYDAY", value: parts.quote(item),
          expected: "a weekday, MO to SU, with a number or not")
      }
      let digits = item.dropLast(2)
      if digits.isEmpty {
        weekdays.append(WeekdayNumber(weekday))
        continue
      }
      guard let ordinal = integer(digits), (1...53).contains(ordinal.magnitude) else {
        throw .invalidValue(
          part: "BYDAY", value: parts.quote(item),
          expected: "numbered in 1…53 or -53…-1")
      }
      weekdays.append(WeekdayNumber(weekday, ordinal: ordinal))
    }
    guard weekdays.count > 1 else { return weekdays }
    return Set(weekdays).sorted {
      ($0.ordinal ?? 0, $0.weekday.rawValue) < ($1.ordinal ?? 0, $1.weekday.rawValue)
    }
  }

  private static func until(_ parts: RulePartTexts) throws(RecurrenceRuleError) -> Until? {
    guard let text = parts[.until] else { return nil }
    guard let value = DateTimeText(text) else {
      throw .invalidValue(
        part: "UNTIL", value: parts.quote(text),
        expected: "a DATE or DATE-TIME")
    }
    return Until(value.civil, kind: value.isDate ? .date : value.isUTC ? .utc : .local)
  }
}

extension RecurrenceRule.Frequency {
  /// The frequency as written in FREQ.
  package var name: String {
    ["SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"][rawValue]
  }

  init?(name: ArraySlice<UInt8>) {
    guard let frequency = Self.allCases.first(where: { $0.name.utf8.elementsEqual(name) }) else {
      return nil
    }
    self = frequency
  }
}

extension Weekday {
  /// The weekday as written in BYDAY and WKST.
  package var name: String { Self.names[rawValue] }

  private static let names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  init?(name: ArraySlice<UInt8>) {
    guard let index = Self.names.firstIndex(where: { $0.utf8.elementsEqual(name) }) else {
      return nil
    }
    self = Self.allCases[index]
  }
}

/// The parts of a recurrence rule by name.
struct RulePartTexts {
  /// The names that RFC 5545 and RFC 7529 define.
  enum Name: String, CaseIterable {
    case frequency = "FREQ"
    case interval = "INTERVAL"
    case count = "COUNT"
    case until = "UNTIL"
    case weekStart = "WKST"
    case calendar = "RSCALE"
    case skip = "SKIP"
    case seconds = "BYSECOND"
    case minutes = "BYMINUTE"
    case hours = "BYHOUR"
    case weekdays = "BYDAY"
    case daysOfTheMonth = "BYMONTHDAY"
    case daysOfTheYear = "BYYEARDAY"
    case weeks = "BYWEEKNO"
    case months = "BYMONTH"
    case setPositions = "BYSETPOS"
  }

  private let original: ArraySlice<UInt8>
  /// The text in upper case, without blanks.
  private let text: [UInt8]
  /// The ranges of the values in ``text``.
  ///
  /// Most rules have three or four parts.
  private var values: [(name: Name, range: Range<Int>)] = []

  init(_ text: ArraySlice<UInt8>) throws(RecurrenceRuleError) {
    original = text
    self.text = RulePartTexts.plain(text)
    var start = 0
    while start < self.text.count {
      let end = self.text[start...].firstIndex(of: UInt8(ascii: ";")) ?? self.text.count
      if start < end { try take(start..<end) }
      start = end + 1
    }
  }

  private mutating func take(_ range: Range<Int>) throws(RecurrenceRuleError) {
    let part = text[range]
    guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else {
      throw .notAPart(quote(part))
    }
    guard let name = Name(text[range.lowerBound..<equals]) else {
      throw .unknownPart(quote(text[range.lowerBound..<equals]))
    }
    let value = equals + 1..<range.upperBound
    // An empty end must not become a rule without an end.
    if value.isEmpty, ![.frequency, .count, .until].contains(name) { return }
    guard self[name] == nil else { throw .repeatedPart(name.rawValue) }
    values.append((name, value))
  }

  subscript(name: Name) -> ArraySlice<UInt8>? {
    for value in values where value.name == name { return text[value.range] }
    return nil
  }

  /// Returns a slice of the plain text as the writer wrote it, shortened.
  func quote(_ slice: ArraySlice<UInt8>) -> String {
    guard !slice.isEmpty else { return "" }
    var (start, end) = (original.startIndex, original.startIndex)
    // Without ASCII blanks, a prefix of the original has as many bytes as its plain form.
    var plainCount = 0
    for (index, byte) in zip(original.indices, original) where !RulePartTexts.isBlank(byte) {
      if plainCount == slice.startIndex { start = index }
      plainCount += 1
      end = index + 1
      if plainCount == slice.endIndex { break }
    }
    // The plain form of other characters can have another length.
    let isASCII = original.allSatisfy { $0 < 0x80 }
    let quoted = String(decoding: isASCII ? original[start..<end] : slice, as: UTF8.self)
    let excerpt = quoted.prefix(Finding.longestExcerpt)
    return excerpt.endIndex == quoted.endIndex ? quoted : excerpt + "…"
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  func has(_ part: RulePart) -> Bool { values.contains { $0.name.rawValue == part.rawValue } }

  private static func plain(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(text.count)
    for byte in text {
      switch byte {
      case _ where isBlank(byte): break
      case UInt8(ascii: "a")...UInt8(ascii: "z"): plain.append(byte & 0xDF)
      case 0x80...: return plainUnicode(text)
      default: plain.append(byte)
      }
    }
    return plain
  }

  /// Returns the same for a text that is not ASCII, by Unicode rules.
  private static func plainUnicode(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let text = String(decoding: text, as: UTF8.self)
    return Array(text.filter { !$0.isWhitespace }.uppercased().utf8)
  }
}

extension RulePartTexts.Name {
  fileprivate init?(_ bytes: ArraySlice<UInt8>) {
    guard let name = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(bytes) }) else {
      return nil
    }
    self = name
  }
}

/// A BY part of a recurrence rule that selects days or times.
package enum RulePart: String, CaseIterable, Sendable {
  case month = "BYMONTH"
  case week = "BYWEEKNO"
  case dayOfYear = "BYYEARDAY"
  case dayOfMonth = "BYMONTHDAY"
  case weekday = "BYDAY"
  case hour = "BYHOUR"
  case minute = "BYMINUTE"
  case second = "BYSECOND"
}

/// The table of RFC 5545, 3.3.10: the effect of a BY part at a frequency.
///
/// This is its only copy: the expander reads it.
package enum RuleTable {
  /// The effect of a BY part on the set of one interval.
  package enum Action: Sendable {
    /// It keeps the matching members.
    case limit
    /// It replaces each member by several.
    case expand
    /// The RFC doesn't allow the part.
    case notAllowed
  }

  /// Returns the effect of a part at a frequency.
  ///
  /// BYDAY at MONTHLY and YEARLY expands or limits depending on other parts (notes 1 and 2 of the
  /// table). The result is the same either way, the days that all parts select, so `expand`
  /// represents both.
  package static func action(
    of part: RulePart, at frequency: RecurrenceRule.Frequency
  ) -> Action {
    rows[part]?[frequency.rawValue] ?? .notAllowed
  }

  /// Columns: SECONDLY, MINUTELY, HOURLY, DAILY, WEEKLY, MONTHLY, YEARLY.
  private static let rows: [RulePart: [Action]] = [
    .month: [.limit, .limit, .limit, .limit, .limit, .limit, .expand],
    .week: Array(repeating: .notAllowed, count: 6) + [.expand],
    .dayOfYear: [.limit, .limit, .limit, .notAllowed, .notAllowed, .notAllowed, .expand],
    .dayOfMonth: [.limit, .limit, .limit, .limit, .notAllowed, .expand, .expand],
    .weekday: [.limit, .limit, .limit, .limit, .expand, .expand, .expand],
    .hour: [.limit, .limit, .limit, .expand, .expand, .expand, .expand],
    .minute: [.limit, .limit, .expand, .expand, .expand, .expand, .expand],
    .second: [.limit, .expand, .expand, .expand, .expand, .expand, .expand],
  ]
}
