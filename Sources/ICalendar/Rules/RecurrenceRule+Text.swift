import CivilTime

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
