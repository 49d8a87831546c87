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
    try self.init(RulePartTexts(text))
  }

  /// Parses the value of a property in a file, and corrects the parts with only one meaning.
  ///
  /// - Parameters:
  ///   - text: The value.
  ///   - property: The name of the property.
  ///   - allowsEmptyEnd: Whether an empty COUNT or UNTIL means no end.
  ///   - findings: The explanations of the corrections are appended.
  /// - Throws: The first error in the text. The findings are unchanged then.
  package init(
    _ text: ArraySlice<UInt8>, of property: String, allowsEmptyEnd: Bool = false,
    findings: inout [Finding]
  ) throws(RecurrenceRuleError) {
    var parts = try RulePartTexts(text)
    let corrections = parts.correct(property, allowsEmptyEnd: allowsEmptyEnd)
    try self.init(parts)
    findings += corrections
  }

  private init(_ parts: RulePartTexts) throws(RecurrenceRuleError) {
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
    interval = try RecurrenceRule.number(.interval, in: parts) ?? 1
    count = try RecurrenceRule.number(.count, in: parts)
    until = try RecurrenceRule.until(parts)
    seconds = RecurrenceRule.distinct(
      try RecurrenceRule.numbers(.seconds, in: parts, within: 0...60).map { min($0, 59) })
    minutes = try RecurrenceRule.numbers(.minutes, in: parts, within: 0...59)
    hours = try RecurrenceRule.numbers(.hours, in: parts, within: 0...23)
    weekdays = try RecurrenceRule.weekdays(parts)
    daysOfTheMonth = try RecurrenceRule.numbers(
      .daysOfTheMonth, in: parts, within: 1...31, signed: true)
    daysOfTheYear = try RecurrenceRule.numbers(
      .daysOfTheYear, in: parts, within: 1...366, signed: true)
    weeks = try RecurrenceRule.numbers(.weeks, in: parts, within: 1...53, signed: true)
    months = try RecurrenceRule.numbers(.months, in: parts, within: 1...12)
    setPositions = try RecurrenceRule.numbers(
      .setPositions, in: parts, within: 1...366, signed: true)
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
    _ part: RulePartTexts.Name, in parts: RulePartTexts
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
    _ part: RulePartTexts.Name, in parts: RulePartTexts, within range: ClosedRange<Int>,
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
  static func integer(_ text: ArraySlice<UInt8>) -> Int? {
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
  package var name: String { Self.names[rawValue] }

  private static let names = [
    "SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY",
  ]

  init?(name: ArraySlice<UInt8>) {
    guard let index = Self.names.firstIndex(where: { $0.utf8.elementsEqual(name) }) else {
      return nil
    }
    self = Self.allCases[index]
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

  /// A part with a value.
  struct Part {
    let name: Name
    /// The part in upper case, without blanks.
    let text: ArraySlice<UInt8>
    /// The value in upper case, without blanks.
    var value: ArraySlice<UInt8>
  }

  /// The rule as the writer wrote it.
  private let original: String
  /// The parts, of which most rules have three or four.
  var parts: [Part] = []

  init(_ text: ArraySlice<UInt8>) throws(RecurrenceRuleError) {
    original = String(decoding: text, as: UTF8.self)
    let plain = RulePartTexts.plain(original)
    var start = 0
    while start < plain.count {
      let end = plain[start...].firstIndex(of: UInt8(ascii: ";")) ?? plain.count
      if start < end { try take(plain[start..<end]) }
      start = end + 1
    }
  }

  private mutating func take(_ part: ArraySlice<UInt8>) throws(RecurrenceRuleError) {
    guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else {
      throw .notAPart(quote(part))
    }
    guard let name = Name(part[..<equals]) else {
      throw .unknownPart(quote(part[..<equals]))
    }
    let value = part[(equals + 1)...]
    // An empty end must not become a rule without an end.
    if value.isEmpty, ![.frequency, .count, .until].contains(name) { return }
    guard self[name] == nil else { throw .repeatedPart(name.rawValue) }
    parts.append(Part(name: name, text: part, value: value))
  }

  subscript(name: Name) -> ArraySlice<UInt8>? {
    parts.firstIndex { $0.name == name }.map { parts[$0].value }
  }

  func has(_ part: RulePart) -> Bool { parts.contains { $0.name.rawValue == part.rawValue } }

  /// Returns a slice of the plain text as the writer wrote it, shortened.
  func quote(_ slice: ArraySlice<UInt8>) -> String {
    guard !slice.isEmpty else { return "" }
    let scalars = original.unicodeScalars
    var (start, end) = (scalars.startIndex, scalars.startIndex)
    var index = scalars.startIndex
    // The plain text lacks the blanks. All other characters have as many bytes there.
    var plainCount = 0
    while index < scalars.endIndex, plainCount < slice.endIndex {
      let next = scalars.index(after: index)
      if !RulePartTexts.isBlank(scalars[index]) {
        if plainCount == slice.startIndex { start = index }
        plainCount += UTF8.width(scalars[index])
        end = next
      }
      index = next
    }
    let quoted = original[start..<end]
    let excerpt = quoted.prefix(Finding.longestExcerpt)
    return String(excerpt) + (excerpt.endIndex == quoted.endIndex ? "" : "…")
  }

  /// Returns a text in upper case, without blanks.
  private static func plain(_ text: String) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars where !isBlank(scalar) {
      switch scalar {
      case "a"..."z": plain.append(UInt8(ascii: scalar) & 0xDF)
      case "\0"..."\u{7F}": plain.append(UInt8(ascii: scalar))
      default: plain += String(scalar).utf8
      }
    }
    return plain
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      ? scalar == " " || ("\t"..."\r").contains(scalar) : scalar.properties.isWhitespace
  }
}

extension RulePartTexts.Name {
  fileprivate init?(_ bytes: ArraySlice<UInt8>) {
    let name = Self.allCases.first {
      $0.rawValue.utf8.count == bytes.count && $0.rawValue.utf8.elementsEqual(bytes)
    }
    guard let name else { return nil }
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
