import CivilTime
import ICalendar

/// A series in words: `every week on Monday, from 2026-01-05 09:00 Europe/Berlin, 10 times`.
struct SeriesPhrase: CustomStringConvertible {
  private let series: EventSeries

  /// Describes a series.
  init(_ series: EventSeries) {
    self.series = series
  }

  /// The words.
  var description: String {
    guard let master = series.master, let anchor = master.anchor else {
      return EnglishNames.count(series.overrides.count, "occurrence")
        + " of a series that is missing"
    }
    let start = SeriesPhrase.phrase(anchor)
    let rules = master.rules.map { RulePhrase($0, start: anchor.civil) }
    var text: String
    if rules.count > 1 {
      text = rules.map(\.description).joined(separator: "; and ") + ", from \(start)"
    } else if let rule = rules.first {
      text = rule.pattern + ", from \(start)" + rule.limits
    } else {
      text = master.recurrenceDates.isEmpty ? "once, on \(start)" : "on \(start)"
    }
    func add(_ count: Int, _ one: String, _ many: String) {
      if count > 0 { text += ", \(count) \(count == 1 ? one : many)" }
    }
    add(master.recurrenceDates.count, "added date", "added dates")
    add(master.exceptionDates.count, "date left out", "dates left out")
    add(master.exceptionRules.count, "rule of dates left out", "rules of dates left out")
    add(series.overrides.count, "changed occurrence", "changed occurrences")
    return text
  }

  private static func phrase(_ time: CalendarTime) -> String {
    let civil = time.civil
    let day = "\(civil.date)"
    if time.isDate { return "\(day), all day" }
    let clock = civil.time.description
    return switch time.reference {
    case .utc: "\(day) \(clock) UTC"
    case .floating: "\(day) \(clock) wherever the device is"
    case .zone(let zone): "\(day) \(clock) \(zone.identifier)"
    }
  }
}
