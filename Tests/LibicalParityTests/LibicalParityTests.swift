import CLibical
import CivilTime
import ICalendar
import Testing

/// Compares the expander with libical's iterator, for the classes of rules that libical handles
/// correctly.
@Suite(.serialized) struct LibicalParityTests {
  @Test(arguments: RecurrenceRule.Frequency.allCases)
  func `random rules match libical`(_ frequency: RecurrenceRule.Frequency) throws {
    let seed = UInt64(701 + frequency.rawValue)
    var random = FencedRule(seed: seed)
    for _ in 0..<400 {
      let (rule, start) = random.next(frequency)
      let text = rule.description
      let expected = LibicalRule(text, from: start).times(15)
      let found = try LibicalRule.expected(text, from: start, 15)
      if found != expected {
        Issue.record("seed \(seed): \(rule) from \(start): \(found), not \(expected ?? [])")
        return
      }
    }
  }
}

/// A recurrence rule as libical expands it, from a floating DTSTART.
struct LibicalRule {
  private let text: String
  private let start: String

  init(_ rule: String, from start: CivilDateTime) {
    text = rule
    self.start = start.basicFormat
  }

  /// The first times; nil if libical rejects the rule.
  ///
  /// Some rules hang libical, so call it only with rules that are known to terminate.
  func times(_ limit: Int) -> [String]? {
    icalerror_set_errors_are_fatal(0)
    let rule = unsafe icalrecurrencetype_from_string(text)
    guard unsafe rule.freq != ICAL_NO_RECURRENCE,
      let iterator = unsafe icalrecur_iterator_new(rule, icaltime_from_string(start))
    else { return nil }
    defer { unsafe icalrecur_iterator_free(iterator) }
    var times: [String] = []
    while times.count < limit {
      let time = unsafe icalrecur_iterator_next(iterator)
      if unsafe icaltime_is_null_time(time) != 0 { break }
      let (year, month, day) = unsafe (time.year, time.month, time.day)
      let (hour, minute, second) = unsafe (time.hour, time.minute, time.second)
      times.append(
        padded(year, 4) + padded(month, 2) + padded(day, 2) + "T" + padded(hour, 2)
          + padded(minute, 2) + padded(second, 2))
    }
    return times
  }

  private func padded(_ number: Int32, _ width: Int) -> String { Int(number).padded(to: width) }

  /// The first times of the rule by this package; DTSTART only if the rule matches it.
  static func expected(
    _ rule: String, from start: CivilDateTime, _ limit: Int
  ) throws -> [String] {
    let expansion = RuleExpansion(
      try RecurrenceRule(rule), start: start, isDate: false, zone: .gmt,
      startsWithStart: false)
    var times: [String] = []
    _ = expansion.forEach(in: start..<RuleExpansion.end) { civil in
      times.append(civil.basicFormat)
      return times.count < limit
    }
    return times
  }
}
