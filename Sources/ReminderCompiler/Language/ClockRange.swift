import CivilTime

/// From when to when an occurrence lasts, as far as times of day can say it.
struct ClockRange: Hashable {
  /// When it starts.
  let start: TimeOfDay
  /// When it ends; nil where nobody could tell the end from the two times.
  ///
  /// An end that is later in the day is the same day's, an earlier one the next day's. No other
  /// can be told: none where there is no length; none a whole day or more later, by the clock
  /// rather than by the time that passes, since 23:00-23:30 is half an hour to any reader; none
  /// that a clock put back shows before the start on the start's own day.
  let end: TimeOfDay?

  /// Reads both times.
  ///
  /// - Parameters:
  ///   - start: The start, on the clock that is read.
  ///   - end: The end, on the same clock.
  init(_ start: CivilDateTime, _ end: CivilDateTime) {
    self.start = start.time
    let canBeTold =
      switch end.dayNumber - start.dayNumber {
      case 0: end.time > start.time
      case 1: end.time < start.time
      default: false
      }
    self.end = canBeTold ? end.time : nil
  }
}
