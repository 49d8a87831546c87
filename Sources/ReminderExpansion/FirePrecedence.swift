import CivilTime
import ICalendar
import NotificationTriggers

/// The order of precedence among equal fires; the least rank is due.
///
/// A sender must not silence another event with a copy that rings so often that its fires get no
/// slots. So an alarm that rings more than once a day never replaces a rarer one, at any level.
struct FirePrecedence: Comparable {
  let level: InterruptionLevel
  /// Whether a rule of the user gives the level.
  let isRuled: Bool
  let isRepeat: Bool
  /// The number of repeats of the fire's alarm.
  let repeats: Int
  let recurrence: AlarmRecurrence
  let place: Int
  let repetition: Int
  let component: Int

  /// Whether a fire has a lower level than another, or can lack a slot that the other one gets.
  func isWeaker(than other: FirePrecedence) -> Bool {
    if recurrence.isFrequent != other.recurrence.isFrequent { return recurrence.isFrequent }
    if level != other.level { return level < other.level }
    return isRepeat && !other.isRepeat
  }

  /// Returns whether a fire can ring instead of one of another source, if their alarms recur alike.
  ///
  /// The sources share the slots of a fire that rings for both. So a sender must not decide its
  /// level or its repeats for the other one.
  func isAtMost(_ other: FirePrecedence) -> Bool {
    (level == other.level || isRuled || (other.isRuled && level == .active))
      && repeats <= other.repeats && (!isRepeat || other.isRepeat)
  }

  static func < (left: FirePrecedence, right: FirePrecedence) -> Bool {
    if left.recurrence.isFrequent != right.recurrence.isFrequent {
      return right.recurrence.isFrequent
    }
    if left.level != right.level { return left.level > right.level }
    // Repeats depend on their first alert.
    if left.isRepeat != right.isRepeat { return !left.isRepeat }
    if (left.repeats > 0) != (right.repeats > 0) { return left.repeats > 0 }
    if left.recurrence != right.recurrence { return left.recurrence < right.recurrence }
    return (left.repeats, left.place, left.repetition, left.component)
      < (right.repeats, right.place, right.repetition, right.component)
  }
}

/// How an alarm recurs, derived only from its series and now, so that listings and plans agree.
///
/// It is a class, because each compared fire refers to it.
final class AlarmRecurrence {
  /// An upper bound of the first alerts in a year.
  private let alerts: Int
  /// The number of changed or excluded occurrences.
  ///
  /// Copies with fewer of them have precedence.
  private let changes: Int
  /// Whether the alarm recurs forever on the same days of each week, so that few triggers are
  /// enough.
  private let isWeekly: Bool
  private let isFinite: Bool
  /// The start of the first occurrence.
  private let start: Instant
  private let series: SeriesExpansion
  private let alarm: SeriesAlarm
  // Lazy, because fires of one source need none.
  private lazy var pattern = RecurrencePattern(of: alarm, in: series, from: now)
  private let now: Instant

  /// Estimates the frequency of an alarm without expanding it.
  init(of alarm: SeriesAlarm, in series: SeriesExpansion, from now: Instant) {
    let year = 366 * 86_400
    let components = series.series.components
    // A moved occurrence is already counted in the rule's occurrences.
    alerts =
      series.mostFires(of: alarm, in: year, countingRepeats: false) - components.count
    changes = components.reduce(-1) { $0 + 1 + $1.exceptionDates.count }
    isWeekly = series.rules.contains { $0.rule.isWeekly }
    isFinite = series.isFinite
    start = series.firstStart ?? Instant(secondsSince1970: .max)
    self.series = series
    self.alarm = alarm
    self.now = now
  }

  var isFrequent: Bool { alerts > AlarmRecurrence.oncePerDay }

  /// The limit for an alarm that rings every day of a year, with some tolerance.
  private static let oncePerDay = 400

  /// Returns whether the alarm can ring instead of one of another source without costing slots.
  ///
  /// The slots of fires that ring for both come from both sources. So the alarm must not have other
  /// fires that need slots, and the other one must not lose single fires of many.
  func canReplace(_ other: AlarmRecurrence) -> Bool {
    guard series.ringsForOthers, let pattern, let others = other.pattern else { return false }
    return pattern.canRing(for: others)
  }
}

extension AlarmRecurrence: Comparable {
  static func == (left: AlarmRecurrence, right: AlarmRecurrence) -> Bool {
    !(left < right) && !(right < left)
  }

  /// Sorts alarms by precedence.
  ///
  /// Alarms that ring at most once a day come first, then weekly ones, then those that never end.
  /// Few triggers can answer these. Then the alarm with more alerts comes first, because it can
  /// contain the other. Among frequent alarms it is the rarer one, because its fires are more
  /// likely to get slots. Then the one with fewer changes or an earlier start comes first, because it
  /// has the fires of the other.
  static func < (left: AlarmRecurrence, right: AlarmRecurrence) -> Bool {
    if left.isFrequent != right.isFrequent { return right.isFrequent }
    if left.isWeekly != right.isWeekly { return left.isWeekly }
    if left.isFinite != right.isFinite { return right.isFinite }
    if left.alerts != right.alerts {
      return (left.alerts < right.alerts) == left.isFrequent
    }
    if left.changes != right.changes { return left.changes < right.changes }
    return left.start < right.start
  }
}

extension RecurrenceRule {
  fileprivate var isWeekly: Bool {
    (frequency == .daily || frequency == .weekly) && interval == 1 && count == nil && until == nil
      && weekdays.allSatisfy { $0.ordinal == nil } && daysOfTheMonth.isEmpty
      && daysOfTheYear.isEmpty && weeks.isEmpty && months.isEmpty && setPositions.isEmpty
  }
}
