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

/// The table of RFC 5545, 3.3.10: what a BY part does at a frequency.
///
/// The expander reads this table; there is no second copy of it in code.
package enum RuleTable {
  /// What a BY part does to one interval's set.
  package enum Action: Sendable {
    /// It keeps the members that it names.
    case limit
    /// It makes several members of one.
    case expand
    /// The RFC says that the part must not stand here.
    case notAllowed
  }

  /// What a part does at a frequency.
  ///
  /// BYDAY at MONTHLY and YEARLY expands or limits depending on other parts (notes 1 and 2 of the
  /// table); as days that all parts agree on are the same either way, `expand` stands for both.
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
