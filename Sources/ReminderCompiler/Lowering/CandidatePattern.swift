import CivilTime
import NotificationTriggers

/// A repeating pattern held against what a group asks for.
///
/// A class, so that its sets of days to the end of the proof are at hand in lists of candidates and
/// counted once.
final class CandidatePattern: Sendable {
  /// The pattern.
  let pattern: CalendarPattern
  /// The first instant at which it fires without being asked; nil where there is none up to the end
  /// of the proof.
  let firstUnasked: Instant?
  /// What it answers before that: its fires at its times on the wall clock, and those that a clock
  /// change moves, but for echoes.
  let fires: TimedDays
  /// The same with the echoes that it fires.
  let allFires: TimedDays
  /// How many fires it answers before the horizon's end.
  let answered: Int

  /// Holds a pattern against what is asked for, to the end of the proof; nil where it fires too
  /// early what isn't asked.
  ///
  /// Every fire is looked at: the days of the class as a set, and those that a clock change
  /// displaces by what the simulator makes of them.
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - days: The days of its class in the range of the proof.
  ///   - wanted: What is asked for.
  ///   - clockChangesMatter: Whether any clock change can displace a fire of the pattern.
  ///   - horizonEnd: The end of the fires that slots are spent on.
  ///   - earliestRemoval: From when on it may fire what isn't asked, and has to be taken away.
  init?(
    _ pattern: CalendarPattern, days: DaySet, wanted: WantedFires, clockChangesMatter: Bool,
    horizonEnd: Instant, earliestRemoval: Instant
  ) {
    var fires = wanted.fires(of: pattern, days: days, clockChangesMatter: clockChangesMatter)
    let firstUnasked = fires.first(missingFrom: wanted.allowed)
    if let firstUnasked {
      guard firstUnasked >= earliestRemoval else { return nil }
      fires.removeAll(from: firstUnasked)
    }
    self.firstUnasked = firstUnasked
    allFires = fires
    if !wanted.echoes.isEmpty { fires.subtract(wanted.echoes) }
    self.pattern = pattern
    self.fires = fires
    answered = fires.count(before: horizonEnd)
  }
}
