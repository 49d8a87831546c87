import CivilTime
import NotificationTriggers

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
