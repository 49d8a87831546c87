public import CivilTime

/// A recurrence rule: the value of RRULE and EXRULE (RFC 5545, 3.3.10).
///
/// The parts keep the numbers as the rule gives them, sorted and without repeats; an absent BY part
/// is an empty array. Names follow Foundation's `Calendar.RecurrenceRule`.
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
  /// How long one interval is: FREQ.
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

  /// A weekday of BYDAY, with the number before it where it has one.
  public struct WeekdayNumber: Hashable, Sendable {
    /// The weekday.
    public let weekday: Weekday
    /// Which one of the month or year, negative from its end; nil for every one.
    public let ordinal: Int?

    /// Makes a weekday of BYDAY.
    ///
    /// - Parameters:
    ///   - weekday: The weekday.
    ///   - ordinal: From 1 to 53 or from -53 to -1; nil for every such weekday.
    public init(_ weekday: Weekday, ordinal: Int? = nil) {
      self.weekday = weekday
      self.ordinal = ordinal
    }
  }

  /// The last time that the rule may give: UNTIL, inclusive.
  public struct Until: Hashable, Sendable {
    /// What kind of value it is.
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
    /// What kind of value it is.
    public let kind: Kind

    /// Makes an UNTIL.
    ///
    /// - Parameters:
    ///   - civil: The value as written.
    ///   - kind: What kind of value it is.
    public init(_ civil: CivilDateTime, kind: Kind) {
      self.civil = civil
      self.kind = kind
    }
  }

  /// What becomes of a day that its month lacks: SKIP (RFC 7529, 4.1).
  public enum Skip: String, Sendable {
    /// It is left out.
    case omit = "OMIT"
    /// It becomes the last day of the month.
    case backward = "BACKWARD"
    /// It becomes the first day of the next month.
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
  /// BYSECOND, from 0 to 59; a leap second counts as 59 (RFC 5545, 3.3.12).
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
  ///
  /// - Parameters:
  ///   - frequency: FREQ.
  ///   - interval: INTERVAL, from 1.
  public init(_ frequency: Frequency, interval: Int = 1) {
    self.frequency = frequency
    self.interval = interval
  }
}

extension RecurrenceRule {
  /// Whether the rule's steps are an hour or less, whatever its parts leave of them.
  ///
  /// Who asks for such steps asks for the time that passes as much as for the times of a clock.
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
  /// The rule as RFC 5545 writes it, so that parsing it gives the same rule again.
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

/// Why a text is not a recurrence rule.
///
/// ```swift
/// do {
///   _ = try RecurrenceRule("FREQ=MONTHLY;BYMONTHDAY=32")
/// } catch {
///   print(error)  // BYMONTHDAY=32 is not in 1…31 or -31…-1
/// }
/// ```
public enum RecurrenceRuleError: Error, Hashable, Sendable {
  /// A piece between semicolons that is no `NAME=VALUE`.
  case notAPart(String)
  /// A part that RFC 5545 and RFC 7529 don't know.
  case unknownPart(String)
  /// A part that stands twice.
  case repeatedPart(String)
  /// No FREQ.
  case missingFrequency
  /// A value that its part can't have.
  case invalidValue(part: String, value: String, expected: String)
  /// A part that the table of 3.3.10 doesn't allow at this frequency.
  case notAllowed(part: String, frequency: String)
  /// A calendar other than the Gregorian (RFC 7529).
  case unsupportedCalendar(String)
}

extension RecurrenceRuleError: CustomStringConvertible {
  /// What was found and what was expected, in lower case without a full stop.
  public var description: String {
    switch self {
    case .notAPart(let text): "\"\(text)\" is no NAME=VALUE"
    case .unknownPart(let name): "\(name) is no part of a recurrence rule"
    case .repeatedPart(let name): "\(name) stands more than once"
    case .missingFrequency: "FREQ is missing"
    case .invalidValue(let part, let value, let expected): "\(part)=\(value) is not \(expected)"
    case .notAllowed(let part, let frequency): "\(part) is not allowed with FREQ=\(frequency)"
    case .unsupportedCalendar(let name): "RSCALE=\(name) is not supported, only GREGORIAN"
    }
  }

  /// Where the standard says so.
  package var section: String {
    switch self {
    case .unsupportedCalendar: "RFC 7529, 4.1"
    default: "RFC 5545, 3.3.10"
    }
  }

  /// The text at fault, as it stands in the rule.
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
