public import CivilTime

/// The result of comparing a plan with the calendar.
///
/// Every compilation simulates each request and compares its fires with the expected fires of its
/// reminder.
///
/// With `standUp` and `options` of the example of ``ReminderCompiler/Compilation``:
///
/// ```swift
/// var few = options
/// few.limit = 3
/// let verdict = Compilation(of: [standUp], few).plan.verdict
/// print(verdict.missedFirst, verdict.unexpected)  // 104 0
/// print(verdict.exactUntil!)  // 2028-01-06T07:50:00Z
/// ```
public struct Verdict: Hashable, Sendable {
  /// The number of first alerts before the horizon that are not answered.
  public package(set) var missedFirst = 0
  /// The number of repeats before the horizon that are not answered.
  public package(set) var missedRepeats = 0
  /// The number of unexpected fires before the horizon.
  public package(set) var unexpected = 0
  /// The number of echoes that fire before the horizon.
  ///
  /// An echo is in one pass of a repeated hour, and a rule with steps of an hour or less selects
  /// the same local time in the other pass.
  ///
  /// Echoes are neither expected nor unexpected, and they break no promise.
  public package(set) var echoes = 0
  /// The first instant at which a first alert is missed or an unexpected fire occurs; nil for none
  /// before the horizon.
  public package(set) var exactUntil: Instant?
  /// The first instant at which a repeat is missed or a repeat's trigger fires unexpectedly; nil
  /// for none before the horizon.
  public package(set) var repeatsUntil: Instant?

  package init() {}

  package mutating func add(_ other: Verdict) {
    missedFirst += other.missedFirst
    missedRepeats += other.missedRepeats
    unexpected += other.unexpected
    echoes += other.echoes
    exactUntil = Verdict.earlier(exactUntil, other.exactUntil)
    repeatsUntil = Verdict.earlier(repeatsUntil, other.repeatsUntil)
  }

  /// Returns the earlier of two instants, where nil means never.
  package static func earlier(_ first: Instant?, _ second: Instant?) -> Instant? {
    guard let first, let second else { return first ?? second }
    return min(first, second)
  }
}

extension Verdict {
  init(_ outcome: Validation.Outcome, expected: [ExpectedFires]) {
    unexpected = outcome.unexpected.count
    echoes = outcome.echoes.count
    // Any unexpected fire ends exactness.
    exactUntil = outcome.unexpected.first
    for (group, missed) in zip(expected, outcome.missed) {
      let first = Verdict.earlier(missed.first, group.cut)
      if group.isRepeat {
        missedRepeats += missed.count
        repeatsUntil = Verdict.earlier(
          repeatsUntil, Verdict.earlier(first, outcome.unexpected.first))
      } else {
        missedFirst += missed.count
        exactUntil = Verdict.earlier(exactUntil, first)
      }
    }
  }
}
