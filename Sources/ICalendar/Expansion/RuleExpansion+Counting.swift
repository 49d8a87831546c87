package import CivilTime

extension RuleExpansion {
  /// Counts the times before one, where the rule has COUNT.
  ///
  /// Each look into a range from there on starts near it rather than at DTSTART. Counting up to a
  /// later time goes on from there; up to an earlier one changes nothing.
  package mutating func count(upTo end: CivilDateTime) {
    guard rule.count != nil, end > start else { return }
    var from = start
    var remaining = remainingAfterStart
    switch counted {
    case .upTo(let time, let left):
      guard time < end else { return }
      (from, remaining) = (time, left)
    case .lost: return
    case nil: break
    }
    let end = min(end, RuleExpansion.end)
    if let intervals = equalIntervals, rule.until == nil {
      // DTSTART's own interval may have begun before it, and the last one may end after.
      let first = intervals.interval(from) + 1
      let last = intervals.interval(end)
      if first < last {
        _ = forEachCounted(from: from, to: intervals.start(first), &remaining) { _ in true }
        remaining = max(0, remaining - (last - first) * intervals.timesEach)
        from = intervals.start(last)
      }
    }
    let ending = forEachCounted(from: from, to: end, &remaining) { _ in true }
    if case .cut(let time) = ending {
      counted = .lost(from: time)
    } else {
      counted = .upTo(end, remaining: remaining)
    }
  }

  /// The expansion with its times before one counted, where that takes no walk and was not done.
  func countedByMultiplication(upTo time: CivilDateTime) -> RuleExpansion? {
    guard rule.count != nil, rule.until == nil, time > start, time < RuleExpansion.end else {
      return nil
    }
    switch counted {
    case .upTo(let known, _) where known >= time: return nil
    case .lost: return nil
    default: break
    }
    guard equalIntervals != nil else { return nil }
    var result = self
    result.count(upTo: time)
    return result
  }

  /// Whether the rule has more times in a range than a number, as far as that is known without
  /// walking.
  func hasMore(than number: Int, in range: Range<CivilDateTime>) -> Bool {
    guard let intervals = equalIntervals, rule.until == nil else { return false }
    var (from, left) = (start, remainingAfterStart)
    if case .upTo(let time, let remaining)? = counted { (from, left) = (time, remaining) }
    let end = min(range.upperBound, RuleExpansion.end)
    if from < range.lowerBound {
      let passed = intervals.interval(range.lowerBound) - intervals.interval(from) + 1
      left -= passed * intervals.timesEach
      from = range.lowerBound
    }
    guard from < end else { return false }
    // The first and the last interval may lie in the range in part.
    let whole = intervals.interval(end) - intervals.interval(from) - 1
    return left > number && whole * intervals.timesEach > number
  }

  /// Intervals that all have the same number of times, so that counting them is a multiplication.
  private struct EqualIntervals {
    /// The number of times in each interval.
    let timesEach: Int
    /// The last interval that begins at or before a time; all earlier ones end before it.
    let interval: (CivilDateTime) -> Int
    /// Where an interval begins.
    let start: (Int) -> CivilDateTime
  }

  /// The rule's intervals, where each of them has the same number of times.
  private var equalIntervals: EqualIntervals? {
    switch intervals {
    case .days(let days, let times, let positions):
      guard let daysEach = days.daysOfEach else { return nil }
      let size = daysEach * times.count
      return EqualIntervals(
        timesEach: positions.keepsAll ? size : positions.indices(ofSetWith: size).count,
        interval: { days.index(upTo: $0.dayNumber) },
        start: { CivilDateTime(dayNumber: days.firstDay(ofInterval: $0), time: .midnight) })
    case .clock(let clock):
      guard clock.selectsAll else { return nil }
      return EqualIntervals(
        timesEach: clock.times.count, interval: { clock.index(before: $0) },
        start: { clock.start(ofInterval: $0) })
    }
  }
}
