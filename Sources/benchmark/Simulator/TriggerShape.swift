import CivilTime
import NotificationTriggers
import SeededRandom

/// A safe shape of a calendar trigger: which components it names.
enum TriggerShape: String, CaseIterable {
  case everyMinute = "every minute"
  case everyHour = "every hour"
  case weekdayEveryHour = "weekday, every hour"
  case everyDay = "every day"
  case weekday = "weekday"
  case dayOfMonth = "day of month"
  case date = "date"
  case ordinalWeekday = "nth weekday of month"
  case once = "once"

  /// A pattern of the shape.
  ///
  /// - Parameters:
  ///   - civil: A wall-clock time at which the pattern fires, but for days that it can't name.
  ///   - random: The source of what the time leaves open.
  /// - Returns: Nil for 29 February, which no date of every year can be.
  func pattern(at civil: CivilDateTime, using random: inout SplitMix) -> CalendarPattern? {
    let date = civil.date
    let time = TimeClass.time(civil.time)
    let hourly = TimeClass.everyHour(minute: civil.minute, second: civil.second)
    return switch self {
    case .everyMinute: CalendarPattern(.everyDay, .everyMinute(second: civil.second))
    case .everyHour: CalendarPattern(.everyDay, hourly)
    case .weekdayEveryHour: CalendarPattern(.weekday(date.weekday), hourly)
    case .everyDay: CalendarPattern(.everyDay, time)
    case .weekday: CalendarPattern(.weekday(date.weekday), time)
    case .dayOfMonth:
      CalendarPattern(.dayOfMonth(date.day <= 28 ? date.day : random.number(1...28)), time)
    case .date: CalendarPattern(.date(month: date.month, day: date.day), time)
    case .ordinalWeekday:
      CalendarPattern(
        .ordinalWeekday(
          month: date.month, weekday: date.weekday, ordinal: date.weekdayOrdinal), time)
    case .once: CalendarPattern(.once(date), time)
    }
  }
}
