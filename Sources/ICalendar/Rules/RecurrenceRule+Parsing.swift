import CivilTime

extension RecurrenceRule {
  /// Parses the value of an RRULE or EXRULE.
  ///
  /// Parts may come in any order and any case. What real calendars get wrong without harm is
  /// forgiven: an empty part, blanks, a semicolon at the end, a number before a weekday where the
  /// frequency gives it no meaning.
  ///
  /// - Parameter text: For example `FREQ=WEEKLY;BYDAY=MO,WE`.
  /// - Throws: What is wrong with the text; a rule with an error has no meaning at all.
  public init(_ text: some StringProtocol) throws(RecurrenceRuleError) {
    try self.init(ArraySlice(text.utf8))
  }

  /// Parses the value of an RRULE or EXRULE.
  ///
  /// - Parameter text: The text's bytes.
  /// - Throws: What is wrong with the text.
  package init(_ text: ArraySlice<UInt8>) throws(RecurrenceRuleError) {
    let parts = try RuleParts(text)
    guard let frequencyName = parts[.frequency] else { throw .missingFrequency }
    guard let frequency = Frequency(name: frequencyName) else {
      throw .invalidValue(
        part: "FREQ", value: String(decoding: frequencyName, as: UTF8.self),
        expected: "one of SECONDLY to YEARLY")
    }
    self.init(frequency)
    if let calendar = parts[.calendar], !calendar.elementsEqual("GREGORIAN".utf8) {
      throw .unsupportedCalendar(String(decoding: calendar, as: UTF8.self))
    }
    interval = try RecurrenceRule.number(.interval, parts) ?? 1
    count = try RecurrenceRule.number(.count, parts)
    until = try RecurrenceRule.until(parts[.until])
    seconds = RecurrenceRule.distinct(
      try RecurrenceRule.numbers(.seconds, parts, 0...60).map { min($0, 59) })
    minutes = try RecurrenceRule.numbers(.minutes, parts, 0...59)
    hours = try RecurrenceRule.numbers(.hours, parts, 0...23)
    weekdays = try RecurrenceRule.weekdays(parts[.weekdays])
    daysOfTheMonth = try RecurrenceRule.numbers(.daysOfTheMonth, parts, 1...31, signed: true)
    daysOfTheYear = try RecurrenceRule.numbers(.daysOfTheYear, parts, 1...366, signed: true)
    weeks = try RecurrenceRule.numbers(.weeks, parts, 1...53, signed: true)
    months = try RecurrenceRule.numbers(.months, parts, 1...12)
    setPositions = try RecurrenceRule.numbers(.setPositions, parts, 1...366, signed: true)
    if let name = parts[.weekStart] {
      guard let weekday = Weekday(name: name) else {
        throw .invalidValue(
          part: "WKST", value: String(decoding: name, as: UTF8.self),
          expected: "a weekday, MO to SU")
      }
      weekStart = weekday
    }
    if let name = parts[.skip].map({ String(decoding: $0, as: UTF8.self) }) {
      guard let skip = Skip(rawValue: name) else {
        throw .invalidValue(part: "SKIP", value: name, expected: "OMIT, BACKWARD or FORWARD")
      }
      self.skip = skip
    }
    if let part = RulePart.allCases.first(where: {
      parts.has($0) && RuleTable.action(of: $0, at: frequency) == .notAllowed
    }) {
      throw .notAllowed(part: part.rawValue, frequency: frequency.name)
    }
  }

  /// The largest INTERVAL and COUNT: what 32 bits hold, as other implementations keep them.
  private static let largestNumber = Int(Int32.max)

  private static func number(
    _ part: RuleParts.Name, _ parts: RuleParts
  ) throws(RecurrenceRuleError) -> Int? {
    guard let text = parts[part] else { return nil }
    guard let number = integer(text), (1...largestNumber).contains(number) else {
      throw .invalidValue(
        part: part.rawValue, value: String(decoding: text, as: UTF8.self),
        expected: "a number from 1 to \(largestNumber)")
    }
    return number
  }

  private static func numbers(
    _ part: RuleParts.Name, _ parts: RuleParts, _ range: ClosedRange<Int>, signed: Bool = false
  ) throws(RecurrenceRuleError) -> [Int] {
    guard let text = parts[part] else { return [] }
    var numbers: [Int] = []
    for item in text.split(separator: UInt8(ascii: ",")) {
      // `abs` would trap on the smallest Int.
      guard let number = integer(item),
        range.contains(signed ? Int(clamping: number.magnitude) : number)
      else {
        let bounds = "\(range.lowerBound)…\(range.upperBound)"
        throw .invalidValue(
          part: part.rawValue, value: String(decoding: item, as: UTF8.self),
          expected: signed
            ? "in \(bounds) or -\(range.upperBound)…-\(range.lowerBound)" : "in \(bounds)")
      }
      numbers.append(number)
    }
    return distinct(numbers)
  }

  /// The integer that a text writes, with or without a sign; nil for anything else.
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

  /// Numbers in ascending order, without repeats.
  private static func distinct(_ numbers: [Int]) -> [Int] {
    guard numbers.count > 1 else { return numbers }
    var distinct: [Int] = []
    for number in numbers.sorted() where number != distinct.last { distinct.append(number) }
    return distinct
  }

  private static func weekdays(
    _ text: ArraySlice<UInt8>?
  ) throws(RecurrenceRuleError) -> [WeekdayNumber] {
    guard let text else { return [] }
    var weekdays: [WeekdayNumber] = []
    for item in text.split(separator: UInt8(ascii: ",")) {
      guard let weekday = Weekday(name: item.suffix(2)) else {
        throw .invalidValue(
          part: "BYDAY", value: String(decoding: item, as: UTF8.self),
          expected: "a weekday, MO to SU, with a number or not")
      }
      let digits = item.dropLast(2)
      if digits.isEmpty {
        weekdays.append(WeekdayNumber(weekday))
        continue
      }
      guard let ordinal = integer(digits), (1...53).contains(ordinal.magnitude) else {
        throw .invalidValue(
          part: "BYDAY", value: String(decoding: item, as: UTF8.self),
          expected: "numbered in 1…53 or -53…-1")
      }
      weekdays.append(WeekdayNumber(weekday, ordinal: ordinal))
    }
    guard weekdays.count > 1 else { return weekdays }
    weekdays.sort {
      ($0.ordinal ?? 0, $0.weekday.rawValue) < ($1.ordinal ?? 0, $1.weekday.rawValue)
    }
    var distinct: [WeekdayNumber] = []
    for weekday in weekdays where weekday != distinct.last { distinct.append(weekday) }
    return distinct
  }

  private static func until(_ text: ArraySlice<UInt8>?) throws(RecurrenceRuleError) -> Until? {
    guard let text else { return nil }
    guard let value = DateTimeText(text) else {
      throw .invalidValue(
        part: "UNTIL", value: String(decoding: text, as: UTF8.self),
        expected: "a DATE or DATE-TIME")
    }
    return Until(value.civil, kind: value.isDate ? .date : value.isUTC ? .utc : .local)
  }
}

extension RecurrenceRule.Frequency {
  /// The frequency as FREQ writes it.
  package var name: String {
    switch self {
    case .secondly: "SECONDLY"
    case .minutely: "MINUTELY"
    case .hourly: "HOURLY"
    case .daily: "DAILY"
    case .weekly: "WEEKLY"
    case .monthly: "MONTHLY"
    case .yearly: "YEARLY"
    }
  }

  init?(name: ArraySlice<UInt8>) {
    guard let frequency = Self.allCases.first(where: { $0.name.utf8.elementsEqual(name) }) else {
      return nil
    }
    self = frequency
  }
}

extension Weekday {
  /// The weekday as BYDAY and WKST write it.
  package var name: String { ["MO", "TU", "WE", "TH", "FR", "SA", "SU"][rawValue] }

  init?(name: ArraySlice<UInt8>) {
    guard let first = name.first, let last = name.last, name.count == 2 else { return nil }
    switch (first, last) {
    case (UInt8(ascii: "M"), UInt8(ascii: "O")): self = .monday
    case (UInt8(ascii: "T"), UInt8(ascii: "U")): self = .tuesday
    case (UInt8(ascii: "W"), UInt8(ascii: "E")): self = .wednesday
    case (UInt8(ascii: "T"), UInt8(ascii: "H")): self = .thursday
    case (UInt8(ascii: "F"), UInt8(ascii: "R")): self = .friday
    case (UInt8(ascii: "S"), UInt8(ascii: "A")): self = .saturday
    case (UInt8(ascii: "S"), UInt8(ascii: "U")): self = .sunday
    default: return nil
    }
  }
}
