import CivilTime

/// The original starts of which repeats of an alarm can lie in a range, as looks that don't
/// overlap: one for each repeat, where that is less than one back over all of them.
///
/// With `REPEAT:5;DURATION:P520W` that one goes through fifty years of starts, of which those count
/// that lie a repeat's distance before the range.
struct RepeatLooks {
  /// A look at starts, and how long after its first alert the repeat is that it is for.
  struct Look {
    let look: AlarmLook
    /// The earliest that a fire of its starts can lie in the range, in seconds from the start.
    let earliest: Int
  }

  /// The looks, ascending.
  private(set) var looks: [Look] = []

  /// The most looks of one alarm.
  private static let maximumLooks = 1_024

  /// What a look costs beside its length, as if it were so much longer: ten days.
  private static let costOfLook = 10 * 86_400

  /// Finds the looks; nil where one look does as well.
  ///
  /// - Parameters:
  ///   - alarm: An alarm of a component.
  ///   - stretch: The occurrences that have it.
  ///   - timing: When their alarms are due.
  ///   - periods: When those of occurrences with an end of their own are; none for a change's.
  ///   - range: Where the fires lie.
  ///   - whole: The one look.
  init?(
    of alarm: Alarm, _ stretch: OccurrenceStretch, _ timing: AlarmTiming, periods: PeriodTimings,
    in range: Range<Instant>, _ whole: AlarmLook
  ) {
    guard alarm.effectiveRepeatCount > 0 else { return nil }
    let starts = whole.starts.clamped(to: SeriesExpansion.calendar)
    let interval = alarm.repeatInterval.nominalSeconds
    let length = starts.upperBound - starts.lowerBound
    let slack = alarm.repeatSlack
    let width = range.upperBound - range.lowerBound + 2 * slack + RepeatLooks.costOfLook
    // A repeat that lies farther from its alert than all starts is none of any.
    let calendar = SeriesExpansion.calendar.upperBound - SeriesExpansion.calendar.lowerBound
    let last = min(alarm.effectiveRepeatCount, calendar / interval + 1)
    guard interval > width, last < RepeatLooks.maximumLooks, last + 1 < length / width else {
      return nil
    }
    var single = alarm
    single.repeatCount = 0
    for number in (0...last).reversed() {
      let distance = number * interval
      let own = (range.lowerBound - distance - slack)..<(range.upperBound - distance + slack)
      let look = AlarmLook(of: single, stretch, timing, periods: periods, in: own)
      guard !look.starts.isEmpty else { continue }
      if let before = looks.last, before.look.starts.upperBound > look.starts.lowerBound {
        return nil
      }
      looks.append(Look(look: look, earliest: look.earliest + distance - slack))
    }
  }
}
