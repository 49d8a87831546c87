public import CivilTime

/// A recurrence rule: the value of RRULE and EXRULE (RFC 5545, 3.3.10).
///
/// Numbers are stored as the rule gives them, sorted and without duplicates. A missing BY part is
/// an empty array. Names follow Foundation's `Calendar.RecurrenceRule`.
///
/// ```swift
/// var rule = try RecurrenceRule("FREQ=MONTHLY;BYDAY=-1FR")
/// rule.count = 12
/// print(rule)  // FREQ=MONTHLY;COUNT=12;BYDAY=-1FR
/// var yearly = RecurrenceRule(.yearly, interval: 4)
/// yearly.months = [2]
/// yearly.daysOfTheMonth = [29]
/// print(yearly)  // FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29
/// ```
public struct RecurrenceRule: Hashable, Sendable {
  /// The length of one interval: FREQ.
  public enum Frequency: Int, CaseIterable, Comparable, Sendable {
    /// Intervals of one second, one minute, one hour.
    case secondly, minutely, hourly
    /// Intervals of one day, one week, one month, one year.
    case daily, weekly, monthly, yearly

    /// Orders frequencies from the shortest interval to the longest.
    public static func < (left: Frequency, right: Frequency) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  /// A weekday of BYDAY, optionally with an ordinal.
  public struct WeekdayNumber: Hashable, Sendable {
    /// The weekday.
    public let weekday: Weekday
    /// The position in the month or year, negative from its end; nil for every such weekday.
    public let ordinal: Int?

    /// Makes a weekday of BYDAY.
    ///
    /// - Parameters:
    ///   - weekday: The weekday.
    ///   - ordinal: The position, from 1 to 53 or from -53 to -1; nil for every such weekday.
    public init(_ weekday: Weekday, ordinal: Int? = nil) {
      self.weekday = weekday
      self.ordinal = ordinal
    }
  }

  /// The end of the rule: UNTIL, inclusive.
  public struct Until: Hashable, Sendable {
    /// The type of the value.
    public enum Kind: Hashable, Sendable {
      /// A DATE: the whole local day counts.
      case date
      /// A local time, in the zone of DTSTART.
      case local
      /// An instant in UTC.
      case utc
    }
    /// The value as written.
    public let civil: CivilDateTime
    /// The type of the value.
    public let kind: Kind

    /// Makes an UNTIL.
    public init(_ civil: CivilDateTime, kind: Kind) {
      self.civil = civil
      self.kind = kind
    }
  }

  /// The treatment of days that a month doesn't have: SKIP (RFC 7529, 4.1).
  public enum Skip: String, Sendable {
    /// The day is skipped.
    case omit = "OMIT"
    /// The last day of the month is used.
    case backward = "BACKWARD"
    /// The first day of the next month is used.
    case forward = "FORWARD"
  }

  /// FREQ.
  public var frequency: Frequency
  /// INTERVAL, from 1.
  public var interval = 1
  /// COUNT, from 1; nil for no limit.
  public var count: Int?
  /// UNTIL; nil for no limit.
  public var until: Until?
  /// BYSECOND, from 0 to 59.
  ///
  /// A leap second is read as 59 (RFC 5545, 3.3.12).
  public var seconds: [Int] = []
  /// BYMINUTE, from 0 to 59.
  public var minutes: [Int] = []
  /// BYHOUR, from 0 to 23.
  public var hours: [Int] = []
  /// BYDAY.
  public var weekdays: [WeekdayNumber] = []
  /// BYMONTHDAY, from 1 to 31 or from -31 to -1.
  public var daysOfTheMonth: [Int] = []
  /// BYYEARDAY, from 1 to 366 or from -366 to -1.
  public var daysOfTheYear: [Int] = []
  /// BYWEEKNO, from 1 to 53 or from -53 to -1.
  public var weeks: [Int] = []
  /// BYMONTH, from 1 to 12.
  public var months: [Int] = []
  /// BYSETPOS, from 1 to 366 or from -366 to -1.
  public var setPositions: [Int] = []
  /// WKST.
  public var weekStart = Weekday.monday
  /// SKIP (RFC 7529).
  public var skip = Skip.omit

  /// Makes a rule without any BY part.
  public init(_ frequency: Frequency, interval: Int = 1) {
    self.frequency = frequency
    self.interval = interval
  }
}

extension RecurrenceRule {
  /// Whether the rule's interval is an hour or less, regardless of its BY parts.
  ///
  /// Such a rule can mean elapsed time as well as local times.
  package var stepsWithinAnHour: Bool {
    switch frequency {
    case .secondly: interval <= 3_600
    case .minutely: interval <= 60
    case .hourly: interval == 1
    default: false
    }
  }
}

extension RecurrenceRule: CustomStringConvertible {
  /// The rule in the format of RFC 5545.
  ///
  /// Parsing it gives an equal rule.
  public var description: String {
    var parts = ["FREQ=\(frequency.name)"]
    if interval != 1 { parts.append("INTERVAL=\(interval)") }
    if let count { parts.append("COUNT=\(count)") }
    if let until { parts.append("UNTIL=\(until)") }
    if skip != .omit { parts += ["RSCALE=GREGORIAN", "SKIP=\(skip.rawValue)"] }
    for (name, numbers) in [
      ("BYMONTH", months), ("BYWEEKNO", weeks), ("BYYEARDAY", daysOfTheYear),
      ("BYMONTHDAY", daysOfTheMonth),
    ] where !numbers.isEmpty {
      parts.append("\(name)=\(RecurrenceRule.list(numbers))")
    }
    if !weekdays.isEmpty { parts.append("BYDAY=\(RecurrenceRule.list(weekdays))") }
    for (name, numbers) in [
      ("BYHOUR", hours), ("BYMINUTE", minutes), ("BYSECOND", seconds), ("BYSETPOS", setPositions),
    ] where !numbers.isEmpty {
      parts.append("\(name)=\(RecurrenceRule.list(numbers))")
    }
    if weekStart != .monday { parts.append("WKST=\(weekStart.name)") }
    return parts.joined(separator: ";")
  }

  private static func list<Item: CustomStringConvertible>(_ items: [Item]) -> String {
    items.map(\.description).joined(separator: ",")
  }
}

extension RecurrenceRule.WeekdayNumber: CustomStringConvertible {
  /// The weekday as BYDAY writes it: `MO`, `2TU`, `-1FR`.
  public var description: String { (ordinal.map(String.init) ?? "") + weekday.name }
}

extension RecurrenceRule.Until: CustomStringConvertible {
  /// The value as UNTIL writes it.
  public var description: String {
    switch kind {
    case .date: civil.date.basicFormat
    case .local: civil.basicFormat
    case .utc: civil.basicFormat + "Z"
    }
  }
}

/// The reason why a text is not a valid recurrence rule.
///
/// ```swift
/// do {
///   _ = try RecurrenceRule("FREQ=MONTHLY;BYMONTHDAY=32")
/// } catch {
///   print(error)  // BYMONTHDAY=32 is not in 1…31 or -31…-1
/// }
/// ```
public enum RecurrenceRuleError: Error, Hashable, Sendable {
  /// A part that is not in the form `NAME=VALUE`.
  case notAPart(String)
  /// A part that neither RFC 5545 nor RFC 7529 defines.
  case unknownPart(String)
  /// A part that occurs more than once.
  case repeatedPart(String)
  /// FREQ is missing.
  case missingFrequency
  /// A value that is not valid for its part.
  case invalidValue(part: String, value: String, expected: String)
  /// A part that is not allowed with this frequency (RFC 5545, 3.3.10, table).
  case notAllowed(part: String, frequency: String)
  /// A calendar other than the Gregorian (RFC 7529).
  case unsupportedCalendar(String)
}

extension RecurrenceRuleError: CustomStringConvertible {
  /// The error and the expected value, in lower case without a full stop.
  public var description: String {
    switch self {
    case .notAPart(let text): "\"\(text)\" is not NAME=VALUE"
    case .unknownPart(let name): "\(name) is not a part of a recurrence rule"
    case .repeatedPart(let name): "\(name) occurs more than once"
    case .missingFrequency: "FREQ is missing"
    case .invalidValue(let part, let value, let expected): "\(part)=\(value) is not \(expected)"
    case .notAllowed(let part, let frequency): "\(part) is not allowed with FREQ=\(frequency)"
    case .unsupportedCalendar(let name): "RSCALE=\(name) is not supported, only GREGORIAN"
    }
  }

  /// The section of the standard that the rule violates.
  package var section: String {
    switch self {
    case .unsupportedCalendar: "RFC 7529, 4.1"
    default: "RFC 5545, 3.3.10"
    }
  }

  /// The invalid text in the rule; nil if a part is missing.
  package var offendingText: String? {
    switch self {
    case .notAPart(let text): text
    case .unknownPart(let name), .repeatedPart(let name), .notAllowed(let name, _): name
    case .invalidValue(let part, _, _): part
    case .missingFrequency: nil
    case .unsupportedCalendar(let name): name
    }
  }
}
