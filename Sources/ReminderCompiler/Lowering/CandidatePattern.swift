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
  /// Whether two patterns may fire at one instant; a quick no for most.
  func canConflict(_ other: CandidatePattern) -> Bool {
    if isDisplaced || other.isDisplaced { return true }
    return pattern.time.canConflict(other.pattern.time)
      && pattern.days.canConflict(other.pattern.days)
  }

  /// Whether clock changes move some fires to times of day that the pattern doesn't name.
  private var isDisplaced: Bool {
    allFires.days.count > pattern.time.timesOfDay.underestimatedCount
      || !allFires.secondPasses.isEmpty
  }
}

extension TimeClass {
  /// Whether two classes have a time of day in common.
  fileprivate func canConflict(_ other: TimeClass) -> Bool {
    let period = min(self.period, other.period)
    return offsetInPeriod % period == other.offsetInPeriod % period
  }
}

extension DayClass {
  /// Whether two classes can have a day in common.
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
