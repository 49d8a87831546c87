package import CivilTime
package import ICalendar

/// A recurrence rule as a calendar store tells it (`EKRecurrenceRule`).
package struct StoredRule: Hashable, Sendable {
  /// When it ends (`EKRecurrenceEnd`).
  package enum End: Hashable, Sendable {
    /// Never.
    case never
    /// After an instant, at which it can still give one.
    case on(Instant)
    /// After a number of occurrences from the first one on, which need not be known.
    case after(Int)
  }

  /// The rule without an end, as its numbers say it.
  package var rule: RecurrenceRule
  /// When it ends.
  package var end: End
  /// The calendar whose months and years it counts: `gregorian`.
  package var calendar: String

  /// Makes a rule.
  ///
  /// - Parameters:
  ///   - rule: The rule without an end.
  ///   - end: When it ends.
  ///   - calendar: The calendar whose months and years it counts.
  package init(_ rule: RecurrenceRule, end: End = .never, calendar: String = "gregorian") {
    self.rule = rule
    self.end = end
    self.calendar = calendar
  }

  /// Why it is none that can be expanded; nil where it is one.
  var finding: Finding? {
    do throws(RecurrenceRuleError) {
      guard ["gregorian", "iso8601", ""].contains(calendar) else {
        throw .unsupportedCalendar(calendar.uppercased())
      }
      // The text's rules are the rule's: parsing checks every number.
      _ = try RecurrenceRule(rule.description)
      return nil
    } catch {
      return .ruleInvalid(property: "RRULE", error: error)
    }
  }

  /// The rule from an anchor on, with an end that doesn't count from another one.
  ///
  /// - Parameters:
  ///   - anchor: The start of the component.
  ///   - last: The last occurrence that is known, where a number of them ends the rule.
  ///   - deviceZone: The device's zone, for days.
  /// - Returns: Nil where it is none that can be expanded.
  func rule(
    from anchor: CalendarTime, upTo last: Instant?, onDeviceIn deviceZone: Zone
  ) -> RecurrenceRule? {
    guard finding == nil, var rule = try? RecurrenceRule(rule.description) else { return nil }
    let limit: Instant?
    switch (end, last) {
    case (.never, _): limit = nil
    case (.on(let instant), _): limit = instant
    case (.after(let count), nil):
      rule.count = max(count, 1)
      limit = nil
    case (.after, let last?): limit = last
    }
    rule.until = limit.map { limit in
      anchor.isDate
        ? RecurrenceRule.Until(
          CivilDateTime(deviceZone.civil(at: limit).date), kind: .date)
        : anchor.reference == .floating
          ? RecurrenceRule.Until(deviceZone.civil(at: limit), kind: .local)
          : RecurrenceRule.Until(limit.civilInUTC, kind: .utc)
    }
    return rule
  }
}
