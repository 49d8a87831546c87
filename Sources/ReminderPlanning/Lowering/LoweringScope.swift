import CivilTime
package import ICalendar
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
  /// The repeats of each reminder that can get slots; empty for all.
  private var repeatShares: [RepeatSharer: Int] = [:]
  private let renewal: Instant

  /// The limit of times of day of all reminders together, as an upper estimate.
  ///
  /// Each is compared with all days up to 2100, which takes some seconds for that many. The
  /// estimate for one time of day is two.
  private static let mostTimesOfDay = 40_000

  /// The limit for layers other than Apple's, which need the fires by another wall clock, or each
  /// clock change.
  private static let mostTimesOfDayOnLayers = 10_000

  /// The limit of repeats of all recurring reminders together, unless there are more slots.
  ///
  /// Each combines its covers with those of its first alert and with all slots, which takes a
  /// hundredth of a second.
  private static let mostRecurringRepeats = 600

  /// The limit of repeats of all other reminders together.
  ///
  /// Each has one cover.
  private static let mostSingleRepeats = 10_000

  init() { renewal = .endOfTime }

  package init(of expansion: Expansion, _ options: NotificationOptions, isExplained: Bool = false) {
    renewal = options.renewal
    let mostTimesOfDay =
      options.layer.alwaysFloats || options.layer.repetition.failingChanges != .none
      ? LoweringScope.mostTimesOfDayOnLayers : LoweringScope.mostTimesOfDay
    let all = LoweringScope.timesOfDay(of: expansion, countingRepeats: true)
    if isExplained, all.reduce(0, +) <= mostTimesOfDay {
      limitRepeats(of: expansion, slots: options.slots)
      return
    }
    // Selection keeps as many spare consumers as there are slots.
    isCrowded = expansion.hasMoreAlerts(than: 2 * (options.slots + 1), before: renewal)
    var times =
      isCrowded ? LoweringScope.timesOfDay(of: expansion, countingRepeats: false) : all
    if isCrowded, times.reduce(0, +) > mostTimesOfDay {
      // The search for triggers skips all other reminders.
      times = expansion.mapAlerting(before: renewal) {
        $0.expansion.mostTimesOfDay(of: $0.alarm, countingRepeats: false)
      }
    }
    if times.reduce(0, +) > mostTimesOfDay {
      share = FairShare.limit(
        of: mostTimesOfDay, for: times, atMost: mostTimesOfDay)
    }
    if !isCrowded { limitRepeats(of: expansion, slots: options.slots) }
  }

  private mutating func limitRepeats(of expansion: Expansion, slots: Int) {
    let all = expansion.series.reduce(0) { sum, series in
      sum + series.alarms.reduce(0) { $0 + min(series.mostRepeats(of: $1), slots) }
    }
    guard all > max(LoweringScope.mostRecurringRepeats, slots) else { return }
    let needs = expansion.mapReminders { reminder in
      let repeats = reminder.fires.isEmpty ? 0 : reminder.expansion.mostRepeats(of: reminder.alarm)
      return (sharer: RepeatSharer(of: reminder), count: min(repeats, slots))
    }
    for recurs in [false, true] {
      let most = max(
        recurs ? LoweringScope.mostRecurringRepeats : LoweringScope.mostSingleRepeats, slots)
      let own = Dictionary(grouping: needs.filter { $0.sharer.recurs == recurs }, by: \.sharer)
        .mapValues { $0.map(\.count) }
      let totals = own.values.map { $0.reduce(0, +) }
      let mostOfSource = FairShare.limit(of: most, for: totals, atMost: most)
      for (sharer, counts) in own {
        repeatShares[sharer] = max(
          1, FairShare.limit(of: mostOfSource, for: counts, atMost: slots))
      }
    }
  }

  /// Returns how many repeats of a reminder can get slots, if its triggers are searched.
  func servedRepeats(of reminder: Reminder) -> Int {
    repeatShares.isEmpty ? .max : repeatShares[RepeatSharer(of: reminder)] ?? .max
  }

  func triggers(for reminder: Reminder) -> Triggers {
    guard !isCrowded || reminder.hasAlert(before: renewal) else { return .ofNone }
    if share < .max,
      reminder.expansion.mostTimesOfDay(of: reminder.alarm, countingRepeats: !isCrowded) > share
    {
      return reminder.mayRepeat ? .tooMany : .ofNone
    }
    return isCrowded ? .ofAlerts : .ofAll
  }

  /// Returns the estimated times of day of each alarm.
  private static func timesOfDay(of expansion: Expansion, countingRepeats: Bool) -> [Int] {
    expansion.series.flatMap { series in
      series.alarms.map { series.mostTimesOfDay(of: $0, countingRepeats: countingRepeats) }
    }
  }
}

/// The reminders that share repeats: those of one source, so that none takes another's.
private struct RepeatSharer: Hashable {
  let source: String
  let recurs: Bool

  init(of reminder: Reminder) {
    source = reminder.expansion.series.components[0].source
    recurs = reminder.fires.lazy.filter { $0.repetition == 0 }.prefix(2).count > 1
  }
}

extension SeriesExpansion {
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
