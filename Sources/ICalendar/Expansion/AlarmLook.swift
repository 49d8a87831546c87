import CivilTime

/// The original starts of which an alarm's fires can lie in a range.
struct AlarmLook {
  /// Where they lie.
  let starts: Range<Instant>
  /// Starts before this instant may fire before the range: they are looked at for clock changes
  /// alone, and what they are doesn't count as what is asked for.
  let countedFrom: Instant
  /// The earliest that a fire can lie, in seconds from the original start of its occurrence.
  let earliest: Int

  /// Finds the starts.
  ///
  /// - Parameters:
  ///   - alarm: An alarm of a component.
  ///   - stretch: The occurrences that have it.
  ///   - timing: When their alarms are due; nil where that component has no time.
  ///   - periods: When those of occurrences with an end of their own are; none for a change's.
  ///   - range: Where the fires lie.
  init(
    of alarm: Alarm, _ stretch: OccurrenceStretch, _ timing: AlarmTiming?,
    periods: PeriodTimings, in range: Range<Instant>
  ) {
    let distance = AlarmDistance(of: alarm, timing, periods: periods)
    let shift = stretch.shift.seconds
    let (first, last) = (distance.first + shift, distance.last + shift)
    let nominal = (range.lowerBound - last)..<(range.upperBound - first)
    // Each part of the way that counts in days, a repeat generously, ends earlier or later where
    // the clock is changed on it.
    let alertParts = distance.parts + (shift == 0 ? 0 : 1)
    let parts = alertParts + distance.repeatParts
    let most = parts * AlarmDistance.longestChange
    // How far a clock change moves the end of one part.
    var change = AlarmDistance.longestChange
    // Of many changes most have nothing to do with the range, whatever the clock.
    if parts > 0, nominal.widened(by: most).overlaps(stretch.originals) {
      let way =
        min(range.lowerBound, nominal.lowerBound)..<max(range.upperBound, nominal.upperBound)
      let clocks = [timing?.zone, timing?.endZone, shift == 0 ? nil : stretch.shift.zone]
      let margin = (clocks + periods.endZones)
        .compactMap { $0?.wallClockMargin(around: way.widened(by: most)) }.max()
      change = min(change, margin ?? 0)
    }
    let slack = parts * change
    // Repeats come after their alert.
    earliest = first - alertParts * change
    countedFrom = nominal.lowerBound + slack
    starts = nominal.widened(by: slack).clamped(to: stretch.originals)
  }
}

extension Range<Instant> {
  /// The range with some seconds more on either side.
  fileprivate func widened(by seconds: Int) -> Range {
    lowerBound - seconds..<upperBound + seconds
  }
}

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
