import CivilTime
import ICalendar

/// A recurrence rule in words: `every 2 weeks on Tuesday, Thursday, until 2026-06-30`.
struct RulePhrase: CustomStringConvertible {
  private let rule: RecurrenceRule

  /// Describes a rule.
  init(_ rule: RecurrenceRule) {
    self.rule = rule
  }

  /// The words.
  var description: String {
    var text = every
    if !rule.weekdays.isEmpty { text += " on " + list(rule.weekdays.map(weekday)) }
    if !rule.daysOfTheMonth.isEmpty { text += " on day " + list(rule.daysOfTheMonth.map(fromEnd)) }
    if !rule.daysOfTheYear.isEmpty {
      text += " on day \(list(rule.daysOfTheYear.map(fromEnd))) of the year"
    }
    if !rule.weeks.isEmpty { text += " in week " + list(rule.weeks.map(fromEnd)) }
    if !rule.months.isEmpty {
      text += " in " + list(rule.months.map { EnglishNames.months[$0 - 1] })
    }
    for (numbers, name) in [
      (rule.hours, "hour"), (rule.minutes, "minute"), (rule.seconds, "second"),
    ] where !numbers.isEmpty {
      text += " at \(name) " + list(numbers.map(String.init))
    }
    if !rule.setPositions.isEmpty {
      text += ", of these only number " + list(rule.setPositions.map(fromEnd))
    }
    if let count = rule.count { text += ", \(count) time\(count == 1 ? "" : "s")" }
    if let until = rule.until {
      text += ", until \(until.civil.date)"
    }
    return text
  }

  private var every: String {
    let unit =
      switch rule.frequency {
      case .secondly: "second"
      case .minutely: "minute"
      case .hourly: "hour"
      case .daily: "day"
      case .weekly: "week"
      case .monthly: "month"
      case .yearly: "year"
      }
    return rule.interval == 1 ? "every \(unit)" : "every \(rule.interval) \(unit)s"
  }

  private func weekday(_ weekday: RecurrenceRule.WeekdayNumber) -> String {
    let name = weekday.weekday.englishName
    guard let ordinal = weekday.ordinal else { return name }
    if ordinal == -1 { return "the last \(name)" }
    return ordinal > 0
      ? "the \(EnglishNames.ordinal(ordinal)) \(name)"
      : "the \(EnglishNames.ordinal(-ordinal)) last \(name)"
  }

  private func fromEnd(_ number: Int) -> String {
    number == -1 ? "last" : number < 0 ? "\(EnglishNames.ordinal(-number)) last" : "\(number)"
  }

  private func list(_ words: [String]) -> String { words.joined(separator: ", ") }
}

/// English names of the calendar.
enum EnglishNames {
  /// January to December.
  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// `1st`, `2nd`, `11th`.
  static func ordinal(_ number: Int) -> String {
    let suffix =
      switch (number % 100, number % 10) {
      case (11...13, _): "th"
      case (_, 1): "st"
      case (_, 2): "nd"
      case (_, 3): "rd"
      default: "th"
      }
    return "\(number)\(suffix)"
  }
}
