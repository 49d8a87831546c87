import CivilTime
import NotificationTriggers

/// A repeating pattern together with the fires of a group that it answers.
///
/// It is a class, so the sets of days up to the end of the proof are computed once, and lists of
/// candidates share them.
package final class CandidatePattern: Sendable {
  let pattern: CalendarPattern
  /// The first instant at which the pattern fires unexpectedly; nil for none up to the end of the
  /// proof.
  let firstUnexpected: Instant?
  /// The fires that the pattern answers before that.
  ///
  /// They include fires that a clock change moves, but not echoes.
  let fires: InstantSet
  /// The same fires, with the echoes that the pattern fires.
  let allFires: InstantSet
  /// The number of fires that it answers before the horizon's end.
  let answered: Int

  /// Compares a pattern with the schedule of a group; nil if it fires unexpectedly before the
  /// earliest removal, or answers fewer than two fires before it must be removed.
  ///
  /// Every fire is compared: days as a set operation, and fires that a clock change displaces
  /// through the simulator's rules. From `reliableUntil` on, the layer may fire at any time.
  init?(
    _ pattern: CalendarPattern, days: DaySet, schedule: GroupSchedule, clockChangesMatter: Bool,
    horizonEnd: Instant, earliestRemoval: Instant,
    reliableUntil: Instant? = nil
  ) {
    var fires = schedule.fires(of: pattern, days: days, clockChangesMatter: clockChangesMatter)
    let unexpected = fires.first(missingFrom: schedule.allowed)
    if let unexpected, unexpected < earliestRemoval { return nil }
    let firstUnexpected = [unexpected, reliableUntil].compactMap(\.self).min()
    if let firstUnexpected {
      // A pattern that must be removed and does no more than a one-shot is useless. Nearly all yearly
      // patterns are such.
      guard firstUnexpected >= earliestRemoval,
        fires.count(before: min(firstUnexpected, horizonEnd)) > 1
      else { return nil }
      fires.removeAll(from: firstUnexpected)
    }
    self.firstUnexpected = firstUnexpected
    allFires = fires
    if !schedule.echoes.isEmpty { fires.subtract(schedule.echoes) }
    self.pattern = pattern
    self.fires = fires
    answered = fires.count(before: horizonEnd)
  }
}
