import CivilTime
import NotificationTriggers

/// Tests patterns against what a group asks for: what all searches for candidates know of it.
struct CandidateTest: Sendable {
  /// What is asked for, to the end of the proof.
  let wanted: WantedFires
  /// The day classes over the days that are asked for.
  let table: DayClassTable
  /// The end of what is asked for now: what a pattern answers is counted up to here.
  let horizonEnd: Instant
  /// From when on a pattern may fire without being asked, and then has to be taken away.
  let earliestRemoval: Instant
  /// What the system can be asked for.
  let capabilities: TriggerCapabilities
}

extension CandidateTest {
  /// A pattern, where it is right and of use.
  func candidate(
    _ dayClass: DayClass, _ time: TimeClass, clockChangesMatter: Bool
  ) -> CandidatePattern? {
    guard let days = table.days(of: dayClass), let pattern = CalendarPattern(dayClass, time),
      capabilities.shapes.contains(pattern.shape)
    else { return nil }
    let candidate = CandidatePattern(
      pattern, days: days, wanted: wanted, clockChangesMatter: clockChangesMatter,
      horizonEnd: horizonEnd, earliestRemoval: earliestRemoval)
    // One that has nothing to do before the horizon would hold a slot for nothing, and one that
    // does what a one-shot does must not have to be taken away for it.
    guard let candidate, candidate.answered > (candidate.firstUnasked == nil ? 0 : 1),
      candidate.answered > 1 || candidate.fires.count > 1
    else { return nil }
    return candidate
  }

  /// The trigger of a group with a pattern that was found for it.
  func trigger(_ pattern: CalendarPattern, of group: FireGroup) -> CalendarTrigger? {
    capabilities.trigger(pattern, in: wanted.zone, isFloating: group.isFloating)
  }
}
