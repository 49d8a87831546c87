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
