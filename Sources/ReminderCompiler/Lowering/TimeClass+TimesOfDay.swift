import CivilTime
import NotificationTriggers

extension TimeClass {
  /// The times of day, ascending.
  var timesOfDay: LazyMapSequence<StrideTo<Int>, TimeOfDay> {
    stride(from: offsetInPeriod, to: 86_400, by: period).lazy.map(TimeOfDay.init(secondOfDay:))
  }
}
