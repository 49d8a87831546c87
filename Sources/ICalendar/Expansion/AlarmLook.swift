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
  ///   - periods: When those of occurrences with an end of their own are.
  ///   - range: Where the fires lie.
  init(
    of alarm: Alarm, _ stretch: OccurrenceStretch, _ timing: AlarmTiming?,
    periods: [Instant: AlarmTiming], in range: Range<Instant>
  ) {
    var distance = timing?.nominalDistance(of: alarm.trigger) ?? 0...0
    var isExact = timing?.isExact(alarm.trigger) ?? true
    for period in periods.values {
      let other = period.nominalDistance(of: alarm.trigger)
      distance =
        min(distance.lowerBound, other.lowerBound)...max(distance.upperBound, other.upperBound)
      isExact = isExact && period.isExact(alarm.trigger)
    }
    let repeats = alarm.repeatSpan
    let shift = stretch.shift.seconds
    let first = distance.lowerBound + min(0, repeats) + shift
    let last = distance.upperBound + max(0, repeats) + shift
    let nominal = (range.lowerBound - last)..<(range.upperBound - first)
    // Each part of the way that counts in days, a repeat generously, ends earlier or later where
    // the clock is changed on it.
    let alertParts = (isExact ? 0 : 1) + (shift == 0 ? 0 : 1)
    let parts = alertParts + (alarm.repeatInterval.days == 0 ? 0 : 2)
    let most = parts * AlarmLook.longestChange
    // How far a clock change moves the end of one part.
    var change = AlarmLook.longestChange
    // Of many changes most have nothing to do with the range, whatever the clock.
    if parts > 0, nominal.widened(by: most).overlaps(stretch.originals) {
      let way =
        min(range.lowerBound, nominal.lowerBound)..<max(range.upperBound, nominal.upperBound)
      let clocks = [timing?.zone, timing?.endZone, shift == 0 ? nil : stretch.shift.zone]
      let margin = (clocks + periods.values.map(\.endZone))
        .compactMap { $0?.wallClockMargin(around: way.widened(by: most)) }.max()
      change = min(change, margin ?? 0)
    }
    let slack = parts * change
    // Repeats come after their alert.
    earliest = first - alertParts * change
    countedFrom = nominal.lowerBound + slack
    starts = nominal.widened(by: slack).clamped(to: stretch.originals)
  }

  /// The farthest that the end of nominal days is moved, in seconds: a day, over the date line, or
  /// twice by changes of hours.
  private static let longestChange = 86_400
}

extension Range<Instant> {
  /// The range with some seconds more on either side.
  fileprivate func widened(by seconds: Int) -> Range {
    lowerBound - seconds..<upperBound + seconds
  }
}
