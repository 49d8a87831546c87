import CivilTime

/// How far an alarm's fires can lie from the start of their occurrence, in seconds.
struct AlarmDistance {
  /// The earliest on an unchanged clock.
  let first: Int
  /// The latest on an unchanged clock.
  let last: Int
  /// The parts of the way to the first alert that count in days.
  let parts: Int
  /// Those of the way from there to a repeat; generous.
  let repeatParts: Int

  /// The farthest that the end of a part is moved, in seconds: two days.
  ///
  /// It is moved by the difference of two offsets. Over the date line that is a day, with summer
  /// time an hour more (Apia in 2011), and a VTIMEZONE can have any two of less than a day each
  /// (RFC 5545, 3.3.14).
  static let longestChange = 2 * 86_400

  /// Finds out.
  ///
  /// - Parameters:
  ///   - alarm: An alarm of a component.
  ///   - timing: When its occurrences' alarms are due; nil where that component has no time.
  ///   - periods: When those of occurrences with an end of their own are; none for a change's.
  init(of alarm: Alarm, _ timing: AlarmTiming?, periods: PeriodTimings) {
    var distance = timing?.nominalDistance(of: alarm.trigger) ?? 0...0
    var parts = timing?.nominalParts(of: alarm.trigger) ?? 0
    for period in periods.extremes {
      let other = period.nominalDistance(of: alarm.trigger)
      distance =
        min(distance.lowerBound, other.lowerBound)...max(distance.upperBound, other.upperBound)
      parts = max(parts, period.nominalParts(of: alarm.trigger))
    }
    let repeats = alarm.repeatSpan
    first = distance.lowerBound + min(0, repeats)
    last = distance.upperBound + max(0, repeats)
    self.parts = parts
    repeatParts = alarm.repeatInterval.days == 0 ? 0 : 2
  }

  /// Where fires can lie of occurrences that start in a range, wherever the clock is changed.
  ///
  /// - Parameters:
  ///   - starts: The starts.
  ///   - isShifted: Whether the way from the original start to the start counts in days, too.
  /// - Returns: From the earliest to the latest that a fire of them can be.
  func reach(of starts: ClosedRange<Instant>, isShifted: Bool) -> ClosedRange<Instant> {
    let slack = (parts + repeatParts + (isShifted ? 1 : 0)) * AlarmDistance.longestChange
    return starts.lowerBound + (first - slack)...starts.upperBound + (last + slack)
  }
}
