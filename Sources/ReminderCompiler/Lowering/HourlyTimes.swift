import CivilTime
import NotificationTriggers

/// Fires at the same minute and second of all hours of a day, or at the same second of all minutes.
struct HourlyTimes {
  /// The times.
  let time: TimeClass

  /// The times of day.
  var times: LazyMapSequence<StrideTo<Int>, TimeOfDay> { time.timesOfDay }
}
