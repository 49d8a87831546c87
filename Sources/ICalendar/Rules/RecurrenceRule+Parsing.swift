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
    var values: [String: String] = [:]
    for piece in text.split(separator: ";") {
      let part = String(piece.filter { !$0.isWhitespace }).uppercased()
      if part.isEmpty { continue }
      guard let equals = part.firstIndex(of: "=") else { throw .notAPart(part) }
      let name = String(part[..<equals])
      let value = String(part[part.index(after: equals)...])
      guard RecurrenceRule.partNames.contains(name) else { throw .unknownPart(name) }
      if value.isEmpty, name != "FREQ" { continue }
      guard values.updateValue(value, forKey: name) == nil else { throw .repeatedPart(name) }
    }
    guard let frequencyName = values["FREQ"] else { throw .missingFrequency }
    guard let frequency = Frequency(name: frequencyName) else {
      throw .invalidValue(
        part: "FREQ", value: frequencyName, expected: "one of SECONDLY to YEARLY")
    }
    self.init(frequency)
    if let calendar = values["RSCALE"], calendar != "GREGORIAN" {
      throw .unsupportedCalendar(calendar)
    }
    interval = try RecurrenceRule.number("INTERVAL", values) ?? 1
    count = try RecurrenceRule.number("COUNT", values)
    until = try RecurrenceRule.until(values["UNTIL"])
    seconds = Array(
      Set(try RecurrenceRule.numbers("BYSECOND", values, 0...60).map { min($0, 59) })
    ).sorted()
    minutes = try RecurrenceRule.numbers("BYMINUTE", values, 0...59)
    hours = try RecurrenceRule.numbers("BYHOUR", values, 0...23)
    weekdays = try RecurrenceRule.weekdays(values["BYDAY"])
    daysOfTheMonth = try RecurrenceRule.numbers("BYMONTHDAY", values, 1...31, signed: true)
    daysOfTheYear = try RecurrenceRule.numbers("BYYEARDAY", values, 1...366, signed: true)
    weeks = try RecurrenceRule.numbers("BYWEEKNO", values, 1...53, signed: true)
    months = try RecurrenceRule.numbers("BYMONTH", values, 1...12)
    setPositions = try RecurrenceRule.numbers("BYSETPOS", values, 1...366, signed: true)
    if let name = values["WKST"] {
      guard let weekday = Weekday(name: name) else {
        throw .invalidValue(part: "WKST", value: name, expected: "a weekday, MO to SU")
      }
      weekStart = weekday
    }
    if let name = values["SKIP"] {
      guard let skip = Skip(rawValue: name) else {
        throw .invalidValue(part: "SKIP", value: name, expected: "OMIT, BACKWARD or FORWARD")
      }
      self.skip = skip
    }
    if let part = RulePart.allCases.first(where: {
      values[$0.rawValue] != nil && RuleTable.action(of: $0, at: frequency) == .notAllowed
    }) {
      throw .notAllowed(part: part.rawValue, frequency: frequency.name)
    }
  }

  private static let partNames: Set<String> = [
    "FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST", "RSCALE", "SKIP", "BYSECOND", "BYMINUTE",
    "BYHOUR", "BYDAY", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO", "BYMONTH", "BYSETPOS",
  ]

  /// The largest INTERVAL and COUNT: what 32 bits hold, as other implementations keep them.
  private static let largestNumber = Int(Int32.max)

  private static func number(
    _ part: String, _ values: [String: String]
  ) throws(RecurrenceRuleError) -> Int? {
    guard let text = values[part] else { return nil }
    guard let number = Int(text), (1...largestNumber).contains(number) else {
      throw .invalidValue(part: part, value: text, expected: "a number from 1 to \(largestNumber)")
    }
    return number
  }

  private static func numbers(
    _ part: String, _ values: [String: String], _ range: ClosedRange<Int>, signed: Bool = false
  ) throws(RecurrenceRuleError) -> [Int] {
    guard let text = values[part] else { return [] }
    var numbers: Set<Int> = []
    for item in text.split(separator: ",") {
      // `abs` would trap on the smallest Int.
      guard let number = Int(item),
        range.contains(signed ? Int(clamping: number.magnitude) : number)
      else {
        let bounds = "\(range.lowerBound)…\(range.upperBound)"
        throw .invalidValue(
          part: part, value: String(item),
          expected: signed
            ? "in \(bounds) or -\(range.upperBound)…-\(range.lowerBound)" : "in \(bounds)")
      }
      numbers.insert(number)
    }
    return numbers.sorted()
  }

  private static func weekdays(
    _ text: String?
  ) throws(RecurrenceRuleError) -> [WeekdayNumber] {
    var weekdays: Set<WeekdayNumber> = []
    for item in (text ?? "").split(separator: ",") {
      guard let weekday = Weekday(name: item.suffix(2)) else {
        throw .invalidValue(
          part: "BYDAY", value: String(item), expected: "a weekday, MO to SU, with a number or not")
      }
      let digits = item.dropLast(2)
      if digits.isEmpty {
        weekdays.insert(WeekdayNumber(weekday))
        continue
      }
      guard let ordinal = Int(digits), (1...53).contains(ordinal.magnitude) else {
        throw .invalidValue(
          part: "BYDAY", value: String(item), expected: "numbered in 1…53 or -53…-1")
      }
      weekdays.insert(WeekdayNumber(weekday, ordinal: ordinal))
    }
    return weekdays.sorted {
      ($0.ordinal ?? 0, $0.weekday.rawValue) < ($1.ordinal ?? 0, $1.weekday.rawValue)
    }
  }

  private static func until(_ text: String?) throws(RecurrenceRuleError) -> Until? {
    guard let text else { return nil }
    guard let value = DateTimeText(text) else {
      throw .invalidValue(part: "UNTIL", value: text, expected: "a DATE or DATE-TIME")
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

  init?(name: some StringProtocol) {
    guard let frequency = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = frequency
  }
}

extension Weekday {
  /// The weekday as BYDAY and WKST write it.
  package var name: String { ["MO", "TU", "WE", "TH", "FR", "SA", "SU"][rawValue] }

  init?(name: some StringProtocol) {
    guard let weekday = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = weekday
  }
}
