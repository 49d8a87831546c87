import CivilTime
import ICalendar
import ReminderOptions

/// A description of a series in words: `every week on Monday, from 2026-01-05 09:00 Europe/Berlin,
/// 10 times`.
struct SeriesPhrase: CustomStringConvertible {
  private let series: EventSeries

  init(_ series: EventSeries) {
    self.series = series
  }

  var description: String {
    guard let master = series.master, let anchor = master.anchor else {
      return EnglishNames.count(series.overrides.count, "occurrence")
        + " of a series that is missing"
    }
    let start = SeriesPhrase.phrase(anchor)
    let rules = master.rules.map { RecurrencePhrase($0, start: anchor.civil) }
    var text: String
    if rules.count > 1 {
      text = rules.map(\.description).joined(separator: "; and ") + ", from \(start)"
    } else if let rule = rules.first {
      text = rule.pattern + ", from \(start)" + rule.limits
    } else {
      text = master.recurrenceDates.isEmpty ? "once, on \(start)" : "on \(start)"
    }
    func add(_ count: Int, one: String, many: String) {
      if count > 0 { text += ", \(count) \(count == 1 ? one : many)" }
    }
    add(master.recurrenceDates.count, one: "added date", many: "added dates")
    add(master.exceptionDates.count, one: "date left out", many: "dates left out")
    add(master.exceptionRules.count, one: "rule of dates left out", many: "rules of dates left out")
    add(series.overrides.count, one: "changed occurrence", many: "changed occurrences")
    if let firstOpen = master.firstOpen {
      text += ", done before \(SeriesPhrase.phrase(firstOpen))"
    }
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

/// A description of a recurrence rule in words: `every 2 weeks on Tuesday and Thursday, until
/// 2026-06-30`.
struct RecurrencePhrase: CustomStringConvertible {
  private let rule: RecurrenceRule
  private let start: CivilDateTime?

  init(_ rule: RecurrenceRule, start: CivilDateTime? = nil) {
    self.rule = rule
    self.start = start
  }

  var description: String { pattern + limits }

  /// The recurrence without its end: `every 2 weeks on Tuesday and Thursday`.
  var pattern: String {
    var text = every + days
    if !rule.weeks.isEmpty { text += " in " + numbered(rule.weeks, name: "week") }
    if !rule.months.isEmpty {
      text += " in " + EnglishNames.list(rule.months.map { EnglishNames.months[$0 - 1] })
    }
    text += times
    if !rule.setPositions.isEmpty {
      text += ", of these only " + EnglishNames.list(fromFront(rule.setPositions).map(place))
    }
    // The start of the week matters only in this case.
    if rule.frequency == .weekly, rule.interval > 1, rule.weekdays.count > 1,
      rule.weekStart != .monday
    {
      text += ", weeks starting on \(rule.weekStart.englishName)"
    }
    switch rule.skip {
    case .omit: break
    case .backward: text += ", on the last day of a month that lacks the day"
    case .forward: text += ", on the 1st after a month that lacks the day"
    }
    return text
  }

  /// The end of the recurrence: `, until 2026-06-30`; empty if the rule does not end.
  var limits: String {
    var text = ""
    if let count = rule.count { text += count == 1 ? ", once" : ", \(count) times" }
    if let until = rule.until {
      text += ", until \(until.civil.date)"
      if until.kind != .date {
        text +=
          " \(until.civil.time)"
          + (until.kind == .utc ? " UTC" : "")
      }
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

  private var days: String {
    var text = ""
    if !rule.daysOfTheMonth.isEmpty { text += " on " + numbered(rule.daysOfTheMonth, name: "day") }
    if !rule.daysOfTheYear.isEmpty {
      text += " on \(numbered(rule.daysOfTheYear, name: "day")) of the year"
    }
    guard !rule.weekdays.isEmpty else { return text }
    if Set(rule.weekdays) == Set(Weekday.allCases.map { .init($0) }) {
      return text.isEmpty ? " on every day" : text
    }
    let names =
      rule.weekdays.filter { $0.ordinal ?? 0 >= 0 }.map(weekday)
      + rule.weekdays.filter { $0.ordinal ?? 0 < 0 }.reversed().map(weekday)
    if !text.isEmpty { return text + " if it is \(EnglishNames.list(names, or: true))" }
    let workdays: [Weekday] = [.monday, .tuesday, .wednesday, .thursday, .friday]
    if rule.weekdays == workdays.map({ .init($0) }) { return " from Monday to Friday" }
    let isOfTheYear =
      rule.frequency == .yearly && rule.months.isEmpty
      && rule.weekdays.contains { $0.ordinal != nil }
    return " on " + EnglishNames.list(names) + (isOfTheYear ? " of the year" : "")
  }

  private func weekday(_ weekday: RecurrenceRule.WeekdayNumber) -> String {
    let name = weekday.weekday.englishName
    let isLimit = !(rule.daysOfTheMonth.isEmpty && rule.daysOfTheYear.isEmpty)
    guard let ordinal = weekday.ordinal else { return isLimit ? "a \(name)" : name }
    return "\(place(ordinal)) \(name)"
  }

  private var times: String {
    let parts = [(rule.hours, "hour"), (rule.minutes, "minute"), (rule.seconds, "second")]
      .filter { !$0.0.isEmpty }
    guard !parts.isEmpty else { return "" }
    let hours = rule.hours.isEmpty ? start.map { [$0.hour] } ?? [] : rule.hours
    let minutes = rule.minutes.isEmpty ? start.map { [$0.minute] } ?? [] : rule.minutes
    let seconds = rule.seconds.isEmpty ? [start?.second ?? 0] : rule.seconds
    let count = hours.count * minutes.count * seconds.count
    if rule.frequency >= .daily, (1...EnglishNames.mostListed).contains(count) {
      let clocks = hours.flatMap { hour in
        minutes.flatMap { minute in
          seconds.map { "\(TimeOfDay(secondOfDay: (hour * 60 + minute) * 60 + $0))" }
        }
      }
      return " at " + EnglishNames.list(clocks)
    }
    return parts.map { numbers, name in
      (name == "hour" ? " in " : " at ") + numbered(numbers, name: name)
    }.joined()
  }

  /// `day 1`, `days 1 and 15`, `the last day`, `day 15 and the last day`.
  private func numbered(_ numbers: [Int], name: String) -> String {
    let positive = numbers.filter { $0 >= 0 }.map(String.init)
    let negative = fromFront(numbers).filter { $0 < 0 }.map { "\(place($0)) \(name)" }
    let counted = positive.isEmpty ? [] : [name + (positive.count == 1 ? " " : "s ")]
    guard let prefix = counted.first else { return EnglishNames.list(negative) }
    if negative.isEmpty { return prefix + EnglishNames.list(positive) }
    return EnglishNames.list([prefix + positive.joined(separator: ", ")] + negative)
  }

  /// Returns the numbers that count from the start, then those that count from the end, with the
  /// last one first.
  private func fromFront(_ numbers: [Int]) -> [Int] {
    numbers.filter { $0 >= 0 } + numbers.filter { $0 < 0 }.sorted(by: >)
  }

  /// `the 2nd`, `the last`, `the 2nd last`.
  private func place(_ number: Int) -> String {
    if number == -1 { return "the last" }
    return "the \(EnglishNames.ordinal(abs(number)))" + (number < 0 ? " last" : "")
  }
}

/// A description of an alarm in words: `15 minutes before the start`.
struct AlarmPhrase: CustomStringConvertible {
  private let alarm: Alarm?
  private let isSnooze: Bool
  private let isDue: Bool

  /// Describes an alarm of a series, as the first component with the alarm defines it.
  init(_ series: EventSeries, alarm: SeriesAlarm) {
    isSnooze = alarm == .snooze
    let component = series.components.first { $0.alarm(at: alarm.place) != nil }
    self.alarm = component?.alarm(at: alarm.place)
    isDue = component?.isDue ?? false
  }

  var description: String {
    guard let alarm else { return isSnooze ? "when a snooze ends" : "of a kind that never fires" }
    switch alarm.trigger {
    // An absolute alarm fires once, independent of recurrence.
    case .absolute(let instant): return "at \(instant)" + repeats(of: alarm)
    case .timeOfDay(let time, let days, let base):
      let due = base == .end && isDue ? " on which it is due" : ""
      return "at \(time) \(AlarmPhrase.day(days, due: due))" + repeats(of: alarm)
    case .relative(let offset, let base):
      let point = base == .start ? "start" : isDue ? "due time" : "end"
      return "\(AlarmPhrase.phrase(offset)) the \(point)" + repeats(of: alarm)
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

  private static func day(_ days: Int, due: String) -> String {
    days == 0
      ? "on the day\(due)"
      : "on the day \(EnglishNames.count(abs(days), "day")) \(days < 0 ? "before" : "after")"
        + (due.isEmpty ? "" : " the day\(due)")
  }

  private static func phrase(_ offset: CalendarDuration) -> String {
    let length = EnglishNames.length(offset)
    if length.isEmpty { return "at" }
    let isBefore = offset.months < 0 || offset.days < 0 || offset.seconds < 0
    return length + (isBefore ? " before" : " after")
  }
}
