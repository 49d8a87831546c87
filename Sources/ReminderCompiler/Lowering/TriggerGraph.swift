package import CivilTime
import NotificationTriggers

/// The triggers of a group, and which of them meet: the graph whose independent sets are the ways
/// to answer the group.
///
/// Two triggers that fire at one instant show a reminder twice. They can be used together all the
/// same where one of them is taken away by then.
package struct TriggerGraph: Sendable {
  /// That a trigger meets another.
  package struct Meeting: Sendable {
    /// The other trigger, as an index.
    package let other: Int
    /// The first instant at which both fire.
    package let at: Instant
  }

  /// The triggers, each by itself right.
  package private(set) var triggers: [AnsweringTrigger] = []
  /// For each trigger those that it meets before one of the two has to be taken away.
  package private(set) var meetings: [[Meeting]] = []

  /// Makes a graph without triggers.
  init() {}

  /// Makes the graph of proven triggers.
  ///
  /// - Parameter found: The triggers, with what the search knows of their fires up to the end of the
  ///   proof.
  init(_ found: [(trigger: AnsweringTrigger, candidate: Candidate)]) {
    self.init(found.map(\.trigger)) { first, second in
      let (own, other) = (found[first].candidate, found[second].candidate)
      return own.canMeet(other) ? own.allFires.firstCommon(with: other.allFires) : nil
    }
  }

  /// Makes the graph of triggers.
  ///
  /// - Parameters:
  ///   - triggers: The triggers.
  ///   - meeting: The first instant at which two of them fire, the lower index first; nil for never.
  init(_ triggers: [AnsweringTrigger], meeting: (Int, Int) -> Instant?) {
    self.triggers = triggers
    meetings = Array(repeating: [], count: triggers.count)
    for first in triggers.indices {
      for second in triggers.indices.dropFirst(first + 1) {
        guard let at = meeting(first, second) else { continue }
        meetings[first].append(Meeting(other: second, at: at))
        meetings[second].append(Meeting(other: first, at: at))
      }
    }
  }
}

extension Candidate {
  /// Whether two patterns may fire at one instant; a quick no for most.
  fileprivate func canMeet(_ other: Candidate) -> Bool {
    if isDisplaced || other.isDisplaced { return true }
    return pattern.time.canMeet(other.pattern.time) && pattern.days.canMeet(other.pattern.days)
  }

  /// Whether clock changes move some fires to times of day that the pattern doesn't name.
  private var isDisplaced: Bool {
    allFires.days.count > pattern.time.timesOfDay.underestimatedCount
      || !allFires.secondPasses.isEmpty
  }
}

extension TimeClass {
  /// Whether two classes have a time of day in common.
  fileprivate func canMeet(_ other: TimeClass) -> Bool {
    let period = min(self.period, other.period)
    return offsetInPeriod % period == other.offsetInPeriod % period
  }
}

extension DayClass {
  /// Whether two classes can have a day in common.
  func canMeet(_ other: DayClass) -> Bool {
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
    default: true
    }
  }
}
