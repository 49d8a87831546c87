import CivilTime

/// The original starts of which an alarm's fires can lie in a range.
struct AlarmLook {
  /// Where they lie.
  let starts: Range<Instant>
  /// The first start that counts towards a limit.
  ///
  /// Earlier ones may fire before the range: they are looked at only because the clock may be changed.
  let countedFrom: Instant
  /// The earliest that a fire can lie, in seconds from the original start of its occurrence.
  let earliest: Int

  /// The farthest that a clock change moves the end of a part of the way, in seconds: two days.
  ///
  /// It is moved by the difference of two offsets. Over the date line that is a day, with summer
  /// time an hour more (Apia in 2011), and a VTIMEZONE can have any two of less than a day each
  /// (RFC 5545, 3.3.14).
  static let longestChange = 2 * 86_400

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
    // The seconds from an occurrence's start to its first alert on an unchanged clock, and how many
    // parts of that way count in days.
    var distance = timing?.nominalDistance(of: alarm.trigger) ?? 0...0
    var alertParts = timing?.nominalParts(of: alarm.trigger) ?? 0
    for period in periods.extremes {
      let other = period.nominalDistance(of: alarm.trigger)
      distance =
        min(distance.lowerBound, other.lowerBound)...max(distance.upperBound, other.upperBound)
      alertParts = max(alertParts, period.nominalParts(of: alarm.trigger))
    }
    let shift = stretch.shift.seconds
    if shift != 0 { alertParts += 1 }
    let first = distance.lowerBound + min(0, alarm.repeatSpan) + shift
    let last = distance.upperBound + max(0, alarm.repeatSpan) + shift
    let nominal = (range.lowerBound - last)..<(range.upperBound - first)
    // A repeat counts generously: each part ends earlier or later where the clock is changed on it.
    let parts = alertParts + (alarm.repeatInterval.days == 0 ? 0 : 2)
    let most = parts * AlarmLook.longestChange
    // How far a clock change moves the end of one part.
    var change = AlarmLook.longestChange
    // Of many changes most have nothing to do with the range, whatever the clock.
    if parts > 0, nominal.widened(by: most).overlaps(stretch.originals) {
      // From an occurrence over its first alert, which may lie before both, to the fire.
      let alerts =
        nominal.lowerBound + (distance.lowerBound + shift)..<nominal.upperBound
        + (distance.upperBound + shift)
      let way =
        min(
          range.lowerBound, nominal.lowerBound, alerts.lowerBound)..<max(
          range.upperBound, nominal.upperBound, alerts.upperBound)
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
