import CivilTime

extension Zone {
  /// The farthest that clock changes lie from a range and still move a time into or out of it.
  ///
  /// Twice the difference of two offsets as far apart as a VTIMEZONE can write them.
  static let clockChangeMargin = 4 * 86_400

  /// Whether a time that the clock skips can be read as an instant: one shortly after a gap.
  func followsGap(_ instant: Instant) -> Bool {
    let count = transitionCount(upTo: instant)
    guard count > 0, transitions[count - 1].isGap else { return false }
    let gap = transitions[count - 1]
    return instant - gap.instant < gap.offsetAfter - gap.offsetBefore
  }

  /// How far beyond the wall-clock times of a range's ends the times of its instants can lie.
  ///
  /// None where the clock isn't changed nearby: a rule of seconds would otherwise be gone through
  /// for days around each short look.
  func wallClockMargin(around range: Range<Instant>) -> Int {
    let margin = Zone.clockChangeMargin
    let wide = (range.lowerBound - margin)..<(range.upperBound + margin)
    var offsets = offset(at: wide.lowerBound)...offset(at: wide.lowerBound)
    for transition in transitions(in: wide) {
      offsets =
        min(
          offsets.lowerBound, transition.offsetAfter)...max(
          offsets.upperBound, transition.offsetAfter)
    }
    // Once for the way of the clock between the ends, once for a gap that moves a time later.
    return 2 * (offsets.upperBound - offsets.lowerBound)
  }
}
