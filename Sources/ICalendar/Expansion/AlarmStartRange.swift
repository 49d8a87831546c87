import CivilTime

/// The range of original starts whose alarm can fire in a given range.
struct AlarmStartRange {
  let starts: Range<Instant>
  /// The first start that counts towards a limit.
  ///
  /// Earlier starts can fire before the range. They are included only because a clock change may
  /// move their fires into it.
  let countedFrom: Instant
  /// The earliest possible fire, in seconds from the original start of its occurrence.
  let earliest: Int

  /// The largest shift that a clock change can cause in one part of an alarm's offset, in seconds:
  /// two days.
  ///
  /// The shift is the difference of two UTC offsets. Crossing the date line shifts by a day, with
  /// daylight saving time by an hour more (Apia in 2011). A VTIMEZONE can have any two offsets of
  /// less than a day (RFC 5545, 3.3.14).
  static let longestChange = 2 * 86_400

  init(
    of alarm: Alarm, segment: OccurrenceSegment, timing: AlarmTiming?,
    periods: PeriodTimings, in range: Range<Instant>
  ) {
    // The seconds from an occurrence's start to its first alert without clock changes, and the
    // number of parts of that offset that count in days.
    var distance = timing?.nominalDistance(of: alarm.trigger) ?? 0...0
    var alertParts = timing?.nominalParts(of: alarm.trigger) ?? 0
    for period in periods.extremes {
      let other = period.nominalDistance(of: alarm.trigger)
      distance =
        min(distance.lowerBound, other.lowerBound)...max(distance.upperBound, other.upperBound)
      alertParts = max(alertParts, period.nominalParts(of: alarm.trigger))
    }
    let shift = segment.shift.seconds
    if shift != 0 { alertParts += 1 }
    let first = distance.lowerBound + min(0, alarm.repeatSpan) + shift
    let last = distance.upperBound + max(0, alarm.repeatSpan) + shift
    let nominal = (range.lowerBound - last)..<(range.upperBound - first)
    // Use a generous margin for repeats by days, because a clock change can shift each part.
    let parts = alertParts + (alarm.repeatInterval.days == 0 ? 0 : 2)
    let most = parts * AlarmStartRange.longestChange
    // The largest shift of one part by the clock changes near the range.
    var change = AlarmStartRange.longestChange
    // Of many segments, most are too far from the range to fire in it, whatever the clock changes.
    if parts > 0, nominal.widened(by: most).overlaps(segment.originals) {
      // From an occurrence to its fire, the range includes the alert, which can be before both.
      let alerts =
        nominal.lowerBound + (distance.lowerBound + shift)..<nominal.upperBound
        + (distance.upperBound + shift)
      // An alarm that counts from the end can be far from it.
      var lengths = 0...0
      if alarm.trigger.countsFromEnd {
        for timing in [timing].compactMap(\.self) + periods.extremes {
          let other = timing.nominalLengths
          lengths =
            min(lengths.lowerBound, other.lowerBound)...max(lengths.upperBound, other.upperBound)
        }
      }
      let ends =
        nominal.lowerBound + (lengths.lowerBound + shift)..<nominal.upperBound
        + (lengths.upperBound + shift)
      let way =
        min(
          range.lowerBound, nominal.lowerBound, alerts.lowerBound, ends.lowerBound)..<max(
          range.upperBound, nominal.upperBound, alerts.upperBound, ends.upperBound)
      let clocks = [timing?.zone, timing?.endZone, shift == 0 ? nil : segment.shift.zone]
      let margin = (clocks + periods.endZones)
        .compactMap { $0?.wallClockMargin(around: way.widened(by: most)) }.max()
      change = min(change, margin ?? 0)
    }
    let slack = parts * change
    // Repeats don't fire before their alert.
    earliest = first - alertParts * change
    countedFrom = nominal.lowerBound + slack
    starts = nominal.widened(by: slack).clamped(to: segment.originals)
  }
}

extension Range<Instant> {
  fileprivate func widened(by seconds: Int) -> Range {
    lowerBound - seconds..<upperBound + seconds
  }
}
