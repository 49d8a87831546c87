import CivilTime
package import ICalendar
import NotificationTriggers
package import ReminderExpansion
package import ReminderOptions

/// Decides for which reminders triggers are searched.
///
/// It depends only on the expansion and the device, so the order of reminders does not matter.
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

  package private(set) var isCrowded = false
  /// The shares of the times of day for which triggers are searched; nil for enough.
  private var sharesOfTimes: SourceShares?
  /// The shares of the repeats that can get slots; nil for enough.
  private var sharesOfRepeats: SourceShares?
  private let renewal: Instant

  /// The limit of times of day of all reminders together, as an upper estimate.
  ///
  /// Each is compared with all days up to 2100, which takes some seconds for that many. The
  /// estimate for one time of day is two.
  private static let mostTimesOfDay = 40_000

  /// The limit for layers other than Apple's, which need the fires by another wall clock, or each
  /// clock change.
  private static let mostTimesOfDayOnLayers = 10_000

  /// The limit of repeats of all reminders together, unless there are more slots.
  private static let mostRepeats = 3_000

  /// The limit for these layers, on which triggers end at clock changes, so that each repeat has many
  /// covers.
  private static let mostRepeatsOnLayers = 1_000

  init() { renewal = .endOfTime }

  package init(of expansion: Expansion, _ options: NotificationOptions, isExplained: Bool = false) {
    renewal = options.renewal
    let slots = options.slots
    let endsAtChanges =
      options.layer.alwaysFloats || options.layer.repetition.failingChanges != .none
    let mostTimesOfDay =
      endsAtChanges ? LoweringScope.mostTimesOfDayOnLayers : LoweringScope.mostTimesOfDay
    let hasFewTimes =
      LoweringScope.timesOfDay(of: expansion, countingRepeats: true) <= mostTimesOfDay
    // Selection keeps as many spare consumers as there are slots.
    isCrowded =
      !(isExplained && hasFewTimes)
      && expansion.hasMoreAlerts(than: 2 * (slots + 1), before: renewal)
    if isCrowded {
      guard LoweringScope.timesOfDay(of: expansion, countingRepeats: false) > mostTimesOfDay
      else { return }
      // The search for triggers skips all other reminders.
      sharesOfTimes = SourceShares(
        of: mostTimesOfDay,
        among: expansion.mapAlerting(before: renewal) {
          $0.need($0.expansion.mostTimesOfDay(of: $0.alarm, countingRepeats: false))
        })
      return
    }
    let mostRepeats = max(
      endsAtChanges ? LoweringScope.mostRepeatsOnLayers : LoweringScope.mostRepeats, slots)
    let repeats = expansion.series.reduce(0) { sum, series in
      sum + series.alarms.reduce(0) { $0 + series.mostRepeats(of: $1, upTo: slots) }
    }
    guard !hasFewTimes || repeats > mostRepeats else { return }
    let needs = expansion.mapReminders { reminder in
      let (expansion, alarm) = (reminder.expansion, reminder.alarm)
      let isNeedless = reminder.fires.isEmpty
      return (
        times: reminder.need(
          isNeedless ? 0 : expansion.mostTimesOfDay(of: alarm, countingRepeats: true)),
        repeats: reminder.need(isNeedless ? 0 : expansion.mostRepeats(of: alarm, upTo: slots))
      )
    }
    sharesOfTimes = SourceShares(of: mostTimesOfDay, among: needs.map(\.times))
    sharesOfRepeats = SourceShares(of: mostRepeats, among: needs.map(\.repeats))
  }

  /// Returns how many repeats of a reminder can get slots, if its triggers are searched.
  func mostRepeats(of reminder: Reminder) -> Int {
    sharesOfRepeats.map { max(1, $0.limit(for: reminder.owner)) } ?? .max
  }

  func triggers(for reminder: Reminder) -> Triggers {
    guard !isCrowded || reminder.hasAlert(before: renewal) else { return .ofNone }
    if let sharesOfTimes,
      reminder.expansion.mostTimesOfDay(of: reminder.alarm, countingRepeats: !isCrowded)
        > sharesOfTimes.limit(for: reminder.owner)
    {
      return reminder.mayRepeat ? .tooMany : .ofNone
    }
    return isCrowded ? .ofAlerts : .ofAll
  }

  /// Returns the estimated times of day of all alarms.
  private static func timesOfDay(of expansion: Expansion, countingRepeats: Bool) -> Int {
    expansion.series.reduce(0) { sum, series in
      sum
        + series.alarms.reduce(0) {
          $0 + series.mostTimesOfDay(of: $1, countingRepeats: countingRepeats)
        }
    }
  }
}

extension Reminder {
  fileprivate func need(_ amount: Int) -> SourceShares.Need {
    SourceShares.Need(owner: owner, amount: amount)
  }
}

extension SeriesExpansion {
  /// Returns an upper estimate of the repeats of an alarm, counted separately for each component, up to
  /// a limit.
  fileprivate func mostRepeats(of alarm: SeriesAlarm, upTo limit: Int) -> Int {
    min(min(mostRepeats(of: alarm), limit) * series.components.count, limit)
  }

  /// Returns an upper estimate of the times of day of an alarm's fires up to the end of the proof.
  ///
  /// It is the number of fires on one day, without that of an event without recurrence. If a rule
  /// chooses among more times of day, it is their number, for each repeat.
  package func mostTimesOfDay(of alarm: SeriesAlarm, countingRepeats: Bool) -> Int {
    let days = 28
    let fires = mostFires(of: alarm, in: days * 86_400, countingRepeats: countingRepeats)
    let daily = min(86_400, (fires + days - 1) / days) - (rules.isEmpty ? 1 : 0)
    let chosen = rules.reduce(0) { max($0, $1.rule.chosenTimesOfDay) }
    guard chosen > daily else { return daily }
    let year = 366 * 86_400
    // REPEAT can be any number.
    let each = countingRepeats ? 1 + min(mostRepeats(of: alarm), 100) : 1
    return max(
      daily,
      min(chosen * each, mostFires(of: alarm, in: year, countingRepeats: countingRepeats)))
  }
}

extension RecurrenceRule {
  /// The number of times of day that occurrences take in turn.
  ///
  /// Each occurrence can have another one if BYSETPOS chooses it, or if an interval doesn't divide a
  /// day: every 5 hours, they are 24. It is 0 if neither is so.
  fileprivate var chosenTimesOfDay: Int {
    let step =
      switch frequency {
      case .secondly: 1
      case .minutely: 60
      case .hourly: 3_600
      case .daily, .weekly, .monthly, .yearly: 86_400
      }
    let shift = step * (interval % 86_400)
    let isEveryDay = shift > 0 && 86_400.isMultiple(of: shift)
    let times = isEveryDay ? 1 : 86_400 / 86_400.greatestCommonDivisor(with: shift)
    guard !setPositions.isEmpty else { return times > 1 ? times : 0 }
    return [hours, minutes, seconds].reduce(times) { $0 * max(1, $1.count) }
  }
}
