extension Finding {
  /// A value of RRULE or EXRULE that is no rule.
  package static func ruleInvalid(property: String, error: RecurrenceRuleError) -> Finding {
    Finding(
      "rule-invalid", .error, property: property, section: error.section,
      offendingText: error.offendingText, message: error.description)
  }

  /// A DTSTART that its rule doesn't give.
  package static func ruleMismatch(start: String) -> Finding {
    Finding(
      "rule-mismatch", .warning, property: "DTSTART", section: "RFC 5545, 3.8.5.3",
      message: "DTSTART \(start) does not match its RRULE; it is still the first occurrence")
  }

  /// An UNTIL of another type than DTSTART.
  ///
  /// - Parameters:
  ///   - until: UNTIL.
  ///   - start: The type of DTSTART, in words.
  ///   - meaning: The meaning that UNTIL was given, in words.
  /// - Returns: The warning.
  package static func untilTypeForgiven(
    until: String, start: String, meaning: String
  ) -> Finding {
    Finding(
      "until-type-forgiven", .warning, property: "RRULE", section: "RFC 5545, 3.3.10",
      offendingText: until,
      message: "UNTIL=\(until) is not of DTSTART's type (\(start)); read as \(meaning)")
  }

  /// An INTERVAL of 0.
  package static let intervalForgiven = Finding(
    "interval-forgiven", .warning, property: "RRULE", section: "RFC 5545, 3.3.10",
    offendingText: "INTERVAL", message: "INTERVAL=0 has no meaning; read as 1")

  /// A number before a weekday at a frequency that has no use for it.
  package static func weekdayNumberIgnored(rule: String) -> Finding {
    Finding(
      "weekday-number-ignored", .warning, property: "RRULE", section: "RFC 5545, 3.3.10",
      message: "the number before a weekday has no meaning in \(rule); it is ignored")
  }

  /// A rule without any time.
  package static func ruleNeverMatches(rule: String) -> Finding {
    Finding(
      "rule-never-matches", .warning, property: "RRULE", section: "RFC 5545, 3.3.10",
      message: "\(rule) matches no date; only DTSTART is used")
  }
}
