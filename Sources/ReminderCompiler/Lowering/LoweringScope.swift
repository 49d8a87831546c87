import CivilTime
import ICalendar

/// What repeating triggers are looked for: a function of what calendars ask for and of the slots, so
/// that what one reminder is lowered to depends on no order.
///
/// A plan is crowded where far more reminders have a first alert before the renewal than there are
/// slots. The first thing that counts is how many of these alerts are missed, so each slot goes to
/// one of them: a reminder without such an alert gets none, and neither does a repeat. Their triggers
/// would be looked for in vain.
struct LoweringScope: Sendable {
  /// What is looked for of a reminder.
  enum Triggers {
    /// Triggers of all its groups.
    case ofAll
    /// Triggers of its first alerts: its repeats get no slot.
    case ofAlerts
    /// No triggers: it gets no slot.
    case ofNone
    /// No triggers, since the run has no time for so many: its first alerts get one-shots.
    case tooMany
  }

  private var isCrowded = false
  /// The most times of day of a reminder of which triggers are looked for.
  private var share = Int.max
  private let renewal: Instant

  /// The most times of day of all reminders together, by a generous count: each is held against all
  /// days up to 2100, which takes some seconds for so many.
  private static let mostTimesOfDay = 60_000

  /// Looks for all triggers of all reminders.
  init() { renewal = .endOfTime }

  /// Finds what triggers are looked for.
  ///
  /// - Parameters:
  ///   - expansion: What calendars ask for.
  ///   - options: The renewal and the slots.
  ///   - isExplained: Whether triggers are to be known, too, that a crowded plan looks for in vain;
  ///     as far as the run has time for them.
  init(of expansion: Expansion, _ options: NotificationOptions, isExplained: Bool = false) {
    renewal = options.renewal
    let all = LoweringScope.timesOfDay(of: expansion, countingRepeats: true)
    if isExplained, all.reduce(0, +) <= LoweringScope.mostTimesOfDay { return }
    // Selection keeps as many contenders to spare as there are slots.
    isCrowded = expansion.hasMoreAlerts(than: 2 * (options.slots + 1), before: renewal)
    let times =
      isCrowded ? LoweringScope.timesOfDay(of: expansion, countingRepeats: false) : all
    if times.reduce(0, +) > LoweringScope.mostTimesOfDay {
      // The generous count of one time a day is two.
      share = max(
        2,
        FairShare.limit(
          of: LoweringScope.mostTimesOfDay, for: times, atMost: LoweringScope.mostTimesOfDay))
    }
  }

  /// What is looked for of a reminder.
  func triggers(for reminder: Reminder) -> Triggers {
    guard !isCrowded || reminder.hasAlert(before: renewal) else { return .ofNone }
    if share < .max,
      LoweringScope.timesOfDay(
        of: reminder.alarm, in: reminder.expansion, countingRepeats: !isCrowded) > share
    {
      return reminder.mayRepeat ? .tooMany : .ofNone
    }
    return isCrowded ? .ofAlerts : .ofAll
  }

  /// How often an alarm is due in a day of a month, by a generous count.
  private static func timesOfDay(
    of alarm: SeriesAlarm, in series: SeriesExpansion, countingRepeats: Bool
  ) -> Int {
    let days = 28
    let fires = series.mostFires(of: alarm, in: days * 86_400, countingRepeats: countingRepeats)
    return min(86_400, (fires + days - 1) / days)
  }

  /// The same for each alarm, without the one fire of an event that happens once.
  private static func timesOfDay(of expansion: Expansion, countingRepeats: Bool) -> [Int] {
    expansion.series.flatMap { series in
      series.alarms.map {
        timesOfDay(of: $0, in: series, countingRepeats: countingRepeats)
          - (series.rules.isEmpty ? 1 : 0)
      }
    }
  }
}
