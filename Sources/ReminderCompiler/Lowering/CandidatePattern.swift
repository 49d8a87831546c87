import CivilTime
import NotificationTriggers

/// A repeating pattern together with the fires of a group that it answers.
///
/// It is a class so that lists of candidates share the sets of days up to the end of the proof, and
/// so that these are computed once.
final class CandidatePattern: Sendable {
  let pattern: CalendarPattern
  /// The first instant at which the pattern fires unexpectedly; nil for none up to the end of the
  /// proof.
  let firstUnasked: Instant?
  /// The fires that the pattern answers before that.
  ///
  /// They include fires that a clock change moves, but not echoes.
  let fires: TimedDays
  /// The same fires, with the echoes that the pattern fires.
  let allFires: TimedDays
  /// The number of fires that it answers before the horizon's end.
  let answered: Int

  /// Compares a pattern with the wanted fires up to the end of the proof; nil if it fires
  /// unexpectedly before the earliest removal.
  ///
  /// Every fire is compared: days as a set operation, and fires that a clock change displaces
  /// through the simulator's rules.
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

extension CandidatePattern {
  /// Returns whether two patterns may fire at the same instant.
  ///
  /// The check is quick and rejects most pairs.
  func canConflict(_ other: CandidatePattern) -> Bool {
    if isDisplaced || other.isDisplaced { return true }
    return pattern.time.canConflict(other.pattern.time)
      && pattern.days.canConflict(other.pattern.days)
  }

  /// Whether clock changes move some fires to times of day outside of the pattern.
  private var isDisplaced: Bool {
    allFires.days.count > pattern.time.timesOfDay.underestimatedCount
      || !allFires.secondPasses.isEmpty
  }
}

extension TimeClass {
  fileprivate func canConflict(_ other: TimeClass) -> Bool {
    let period = min(self.period, other.period)
    return offsetInPeriod % period == other.offsetInPeriod % period
  }
}

extension DayClass {
  func canConflict(_ other: DayClass) -> Bool {
    switch (self, other) {
    case (.weekday(let own), .weekday(let other)): own == other
    case (.weekday(let weekday), .ordinalWeekday(_, let other, _)),
      (.ordinalWeekday(_, let other, _), .weekday(let weekday)):
      weekday == other
    case (.dayOfMonth(let own), .dayOfMonth(let other)): own == other
    case (.dayOfMonth(let day), .date(_, let other)), (.date(_, let other), .dayOfMonth(let day)):
      day == other
    case (.dayOfMonth(let day), .ordinalWeekday(_, _, let ordinal)),
      (.ordinalWeekday(_, _, let ordinal), .dayOfMonth(let day)):
      Weekday.ordinal(ofDay: day) == ordinal
    case (.date(let month, let day), .ordinalWeekday(let other, _, let ordinal)),
      (.ordinalWeekday(let other, _, let ordinal), .date(let month, let day)):
      month == other && Weekday.ordinal(ofDay: day) == ordinal
    case (.date, .date), (.ordinalWeekday, .ordinalWeekday): self == other
    case (.everyDay, _), (_, .everyDay), (.once, _), (_, .once),
      (.weekday, .dayOfMonth), (.dayOfMonth, .weekday), (.weekday, .date), (.date, .weekday):
      true
    }
  }
}
