package import ICalendar

extension Finding {
  /// A rule that doesn't give the occurrences that a calendar store lists.
  package static func ruleReplaced(count: Int) -> Finding {
    Finding(
      "rule-replaced", .note, property: "RRULE",
      message: "the rule doesn't give what the calendar store lists; the \(count) occurrences that "
        + "it lists are taken, and none after them")
  }
}
