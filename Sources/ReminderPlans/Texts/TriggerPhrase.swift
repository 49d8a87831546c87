package import CivilTime
package import NotificationTriggers
import ReminderOptions

/// The schedule of a trigger in words: `Monday at 08:45`, `yearly on 1 May at 09:00`, `once`.
package struct TriggerPhrase: CustomStringConvertible {
  package let description: String

  /// Describes when a request fires.
  ///
  /// The text names the trigger's time zone if it differs from `zone`, the device's.
  package init(_ request: Plan.Request, onDeviceIn zone: Zone) {
    let words = TriggerPhrase(request).description
    guard request.trigger.repeats, case .pinned(let own)? = request.trigger.calendar?.zone,
      own != zone
    else {
      self.init(words)
      return
    }
    self.init("\(words) \(own.identifier)")
  }

  package init(_ request: Plan.Request) {
    switch request.trigger {
    case .calendar(let trigger): self.init(trigger.pattern)
    case .timeInterval(let trigger):
      let length = TriggerPhrase.length(trigger.interval)
      let from = request.countsFrom.map { "from \($0)" }
      self.init("every \(length) \(from ?? "until it is done")")
    }
  }

  private init(_ description: String) {
    self.description = description
  }

  package init(_ pattern: CalendarPattern) {
    self.init(TriggerPhrase.words(pattern))
  }

  /// Returns a number of seconds in the largest unit that divides it.
  private static func length(_ seconds: Int) -> String {
    let units = [(86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second")]
    let (unit, name) = units.first { seconds % $0.0 == 0 } ?? (1, "second")
    return seconds == unit ? name : "\(seconds / unit) \(name)s"
  }

  private static func words(_ pattern: CalendarPattern) -> String {
    switch (pattern.days, pattern.time) {
    case (.once, _): "once"
    case (.everyDay, .everyMinute(let second)): "every minute\(TriggerPhrase.at(second: second))"
    case (.everyDay, .everyHour(let minute, let second)):
      "hourly at :\(minute.padded(to: 2))\(TriggerPhrase.suffix(second))"
    case (let days, .everyHour(let minute, let second)):
      "hourly at :\(minute.padded(to: 2))\(TriggerPhrase.suffix(second)), "
        + TriggerPhrase.phrase(days)
    case (let days, .time(let time)):
      "\(TriggerPhrase.phrase(days, every: pattern.step?.every ?? 1)) at \(time)"
        + (pattern.step?.firstDay.map { " from \(CivilDate(dayNumber: $0))" } ?? "")
    case (let days, .everyMinute): "every minute, \(TriggerPhrase.phrase(days))"
    }
  }

  private static func suffix(_ second: Int) -> String {
    second == 0 ? "" : ":\(second.padded(to: 2))"
  }

  private static func at(second: Int) -> String {
    second == 0 ? "" : " at second \(second)"
  }

  private static func phrase(_ days: DayClass, every step: Int = 1) -> String {
    switch days {
    case .everyDay where step > 1: "every \(step) days"
    case .weekday(let weekday) where step > 1: "every \(step) weeks on \(weekday.englishName)"
    case .dayOfMonth(let day) where step > 1: "every \(step) months on day \(day)"
    case .everyDay: "daily"
    case .weekday(let weekday): "every \(weekday.englishName)"
    case .dayOfMonth(let day): "monthly on day \(day)"
    case .date(let month, let day): "yearly on \(day) \(EnglishNames.months[month - 1])"
    case .ordinalWeekday(let month, let weekday, let ordinal):
      "yearly on the \(EnglishNames.ordinal(ordinal)) \(weekday.englishName) of \(EnglishNames.months[month - 1])"
    case .once(let date): "\(date)"
    }
  }
}
