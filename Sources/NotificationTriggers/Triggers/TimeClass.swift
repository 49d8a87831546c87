public import CivilTime

/// The times of day at which a calendar pattern fires.
///
/// ```swift
/// print(TimeClass.everyHour(minute: 30, second: 0).isValid)  // true
/// print(CalendarPattern(.everyDay, .everyHour(minute: 30, second: 0))!)  // minute=30;second=0
/// ```
public enum TimeClass: Hashable, Sendable {
  /// Once in every minute, at a second from 0 to 59.
  case everyMinute(second: Int)
  /// Once in every hour, at a minute and a second from 0 to 59.
  case everyHour(minute: Int, second: Int)
  /// Once a day.
  case time(TimeOfDay)

  /// Whether every number lies in its range.
  public var isValid: Bool {
    switch self {
    case .everyMinute(let second): (0..<60).contains(second)
    case .everyHour(let minute, let second):
      (0..<60).contains(minute) && (0..<60).contains(second)
    case .time: true
    }
  }

  /// The length in seconds of what the pattern repeats within a day: a minute, an hour or the day.
  @inlinable
  package var period: Int {
    switch self {
    case .everyMinute: 60
    case .everyHour: 3_600
    case .time: 86_400
    }
  }

  /// The wall-clock seconds from a period's start to the fire in it.
  @inlinable
  package var offsetInPeriod: Int {
    switch self {
    case .everyMinute(let second): second
    case .everyHour(let minute, let second): minute * 60 + second
    case .time(let time): time.secondOfDay
    }
  }
}
