import CivilTime
import ICalendar

/// An alarm in words: `15 minutes before the start`.
struct AlarmPhrase: CustomStringConvertible {
  private let alarm: Alarm?
  private let isSnooze: Bool

  /// Describes an alarm of a series: the one of the first component that has it.
  init(_ series: EventSeries, alarm: SeriesAlarm) {
    isSnooze = alarm == .snooze
    self.alarm = alarm.place.flatMap { place in
      series.components.lazy.compactMap { component in
        place < component.alarms.count ? component.alarms[place] : nil
      }.first
    }
  }

  /// The words.
  var description: String {
    guard let alarm else { return isSnooze ? "when a snooze ends" : "of a kind that never fires" }
    switch alarm.trigger {
    // An absolute alarm comes once, whatever the series does.
    case .absolute(let instant): return "at \(instant)" + repeats(of: alarm)
    case .timeOfDay(let time, let days):
      return "at \(time) \(AlarmPhrase.day(days))" + repeats(of: alarm)
    case .relative(let offset, let base):
      return "\(AlarmPhrase.phrase(offset)) the \(base == .end ? "end" : "start")"
        + repeats(of: alarm)
    }
  }

  private func repeats(of alarm: Alarm) -> String {
    let interval = EnglishNames.length(alarm.repeatInterval)
    return switch alarm.repeatCount {
    case ...0: ""
    case 1: ", then once more \(interval) later"
    default: ", then \(alarm.repeatCount) more times, \(interval) apart"
    }
  }

  private static func day(_ days: Int) -> String {
    days == 0
      ? "on the day"
      : "on the day \(EnglishNames.count(abs(days), "day")) \(days < 0 ? "before" : "after")"
  }

  private static func phrase(_ offset: CalendarDuration) -> String {
    let length = EnglishNames.length(offset)
    if length.isEmpty { return "at" }
    let isBefore = offset.months < 0 || offset.days < 0 || offset.seconds < 0
    return length + (isBefore ? " before" : " after")
  }
}
