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
    rows[part.index][frequency.rawValue]
  }

  // Columns: SECONDLY MINUTELY HOURLY DAILY WEEKLY MONTHLY YEARLY.
  private static let rows: [[Action]] = [
    /* BYMONTH    */ [.limit, .limit, .limit, .limit, .limit, .limit, .expand],
    /* BYWEEKNO   */
    [
      .notAllowed, .notAllowed, .notAllowed, .notAllowed, .notAllowed, .notAllowed, .expand,
    ],
    /* BYYEARDAY  */ [.limit, .limit, .limit, .notAllowed, .notAllowed, .notAllowed, .expand],
    /* BYMONTHDAY */ [.limit, .limit, .limit, .limit, .notAllowed, .expand, .expand],
    /* BYDAY      */ [.limit, .limit, .limit, .limit, .expand, .expand, .expand],
    /* BYHOUR     */ [.limit, .limit, .limit, .expand, .expand, .expand, .expand],
    /* BYMINUTE   */ [.limit, .limit, .expand, .expand, .expand, .expand, .expand],
    /* BYSECOND   */ [.limit, .expand, .expand, .expand, .expand, .expand, .expand],
  ]
}

extension RulePart {
  /// The part's row in the table.
  fileprivate var index: Int {
    switch self {
    case .month: 0
    case .week: 1
    case .dayOfYear: 2
    case .dayOfMonth: 3
    case .weekday: 4
    case .hour: 5
    case .minute: 6
    case .second: 7
    }
  }
}
