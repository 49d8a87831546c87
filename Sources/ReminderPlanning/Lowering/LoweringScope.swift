import CivilTime
import ICalendar
import NotificationTriggers
package import ReminderExpansion
package import ReminderOptions

/// Decides for which reminders triggers are searched.
///
/// It depends only on the expansion and the slots, so the order of reminders does not matter.
///
/// A plan is crowded if far more reminders than slots have a first alert before the renewal. The
/// number of these alerts that are missed has priority, so each slot goes to one of them. A
/// reminder without such an alert gets no slot, and neither does a repeat. Searching their triggers
/// would be useless.
package struct LoweringScope: Sendable {
  enum Triggers {
    case ofAll
    /// First alerts only, because repeats get no slot.
    case ofAlerts
    /// No groups, because the reminder gets no slot.
    case ofNone
    /// No groups, because the compilation has too many times of day.
    ///
    /// First alerts get one-shots.
    case tooMany
  }

  private var isCrowded = false
  /// The greatest number of times of day of a reminder for which triggers are searched.
  private var share = Int.max
  private let renewal: Instant

  /// The limit of times of day of all reminders together, as an upper estimate.
  ///
  /// Each is compared with all days up to 2100, which takes some seconds for that many. The
  /// estimate for one time of day is two.
  private static let mostTimesOfDay = 40_000

  /// The limit for layers other than Apple's, which need the fires by another wall clock, or each
  /// clock change.
  private static let mostTimesOfDayOnLayers = 10_000

  init() { renewal = .endOfTime }

  package init(of expansion: Expansion, _ options: NotificationOptions, isExplained: Bool = false) {
    renewal = options.renewal
    let mostTimesOfDay =
      options.layer.alwaysFloats || options.layer.repetition.failingChanges != .none
      ? LoweringScope.mostTimesOfDayOnLayers : LoweringScope.mostTimesOfDay
    let all = LoweringScope.timesOfDay(of: expansion, countingRepeats: true)
    if isExplained, all.reduce(0, +) <= mostTimesOfDay { return }
    // Selection keeps as many spare consumers as there are slots.
    isCrowded = expansion.hasMoreAlerts(than: 2 * (options.slots + 1), before: renewal)
    var times =
      isCrowded ? LoweringScope.timesOfDay(of: expansion, countingRepeats: false) : all
    if isCrowded, times.reduce(0, +) > mostTimesOfDay {
      // The search for triggers skips all other reminders.
      times = expansion.mapAlerting(before: renewal) {
        LoweringScope.timesOfDay(of: $0.alarm, in: $0.expansion, countingRepeats: false)
      }
    }
    if times.reduce(0, +) > mostTimesOfDay {
      share = FairShare.limit(
        of: mostTimesOfDay, for: times, atMost: mostTimesOfDay)
    }
  }

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

  /// Returns an upper estimate of the fires of an alarm on one day.
  ///
  /// The fire of an event without recurrence isn't counted. If a rule chooses among more times of
  /// day, the estimate is their number.
  private static func timesOfDay(
    of alarm: SeriesAlarm, in series: SeriesExpansion, countingRepeats: Bool
  ) -> Int {
    let days = 28
    let fires = series.mostFires(of: alarm, in: days * 86_400, countingRepeats: countingRepeats)
    let daily = min(86_400, (fires + days - 1) / days) - (series.rules.isEmpty ? 1 : 0)
    // Each occurrence of a rule with BYSETPOS can have another time of day.
    let chosen = series.rules.reduce(0) { max($0, $1.rule.chosenTimesOfDay) }
    guard chosen > daily else { return daily }
    let year = 366 * 86_400
    return max(
      daily, min(chosen, series.mostFires(of: alarm, in: year, countingRepeats: countingRepeats)))
  }

  /// Returns this estimate for each alarm.
  private static func timesOfDay(of expansion: Expansion, countingRepeats: Bool) -> [Int] {
    expansion.series.flatMap { series in
      series.alarms.map { timesOfDay(of: $0, in: series, countingRepeats: countingRepeats) }
    }
  }
}

extension RecurrenceRule {
  /// The number of times of day among which BYSETPOS chooses; 0 if it is absent.
  fileprivate var chosenTimesOfDay: Int {
    guard !setPositions.isEmpty else { return 0 }
    return [hours, minutes, seconds].reduce(1) { $0 * max(1, $1.count) }
  }
}
