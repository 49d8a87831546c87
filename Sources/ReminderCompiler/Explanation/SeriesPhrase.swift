import CivilTime
import ICalendar

/// A series in words: `weekly on Monday, Wednesday, 10 times, from 2026-01-05 09:00 Europe/Berlin`.
struct SeriesPhrase: CustomStringConvertible {
  private let series: EventSeries

  /// Describes a series.
  init(_ series: EventSeries) {
    self.series = series
  }

  /// The words.
  var description: String {
    guard let master = series.master, let anchor = master.anchor else {
      return "single occurrences of a series that is missing"
    }
    var parts = master.rules.map { RulePhrase($0).description }
    if parts.isEmpty { parts.append("once") }
    var text = parts.joined(separator: "; and ") + ", from \(SeriesPhrase.phrase(anchor))"
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
    let clock =
      "\(civil.hour.padded(to: 2)):\(civil.minute.padded(to: 2))"
      + (civil.second == 0 ? "" : ":\(civil.second.padded(to: 2))")
    return switch time.reference {
    case .utc: "\(day) \(clock) UTC"
    case .floating: "\(day) \(clock) wherever the device is"
    case .zone(let zone): "\(day) \(clock) \(zone.identifier)"
    }
  }
}

/// An alarm in words: `15 minutes before the start`.
struct AlarmPhrase: CustomStringConvertible {
  private let alarm: Alarm?

  /// Describes an alarm of a series: the one of the first component that has it.
  init(_ series: EventSeries, alarm number: Int) {
    alarm =
      series.components.lazy.compactMap { component in
        number < component.alarms.count ? component.alarms[number] : nil
      }.first
  }

  /// The words.
  var description: String {
    guard let alarm else { return "when a snooze ends" }
    let repeats =
      alarm.repeatCount > 0 ? ", then \(alarm.repeatCount) more times" : ""
    let text =
      switch alarm.trigger {
      case .absolute(let instant): "at \(instant)"
      case .timeOfDay(let time):
        "at \((time / 3_600).padded(to: 2)):\((time / 60 % 60).padded(to: 2)) of the day"
      case .relative(let offset, let base):
        "\(AlarmPhrase.phrase(offset)) the \(base == .end ? "end" : "start")"
      }
    return text + repeats
  }

  private static func phrase(_ offset: CalendarDuration) -> String {
    let isBefore = offset.days < 0 || offset.seconds < 0
    let seconds = abs(offset.seconds)
    let parts: [(Int, String)] = [
      (abs(offset.days), "day"), (seconds / 3_600, "hour"), (seconds / 60 % 60, "minute"),
      (seconds % 60, "second"),
    ]
    let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
    return words.isEmpty ? "at" : words.joined(separator: " ") + (isBefore ? " before" : " after")
  }
}
