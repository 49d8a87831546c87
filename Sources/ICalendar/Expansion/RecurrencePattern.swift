package import CivilTime

/// The fires of an alarm as its series describes them, to compare them with those of another alarm
/// without an expansion.
package struct RecurrencePattern: Sendable {
  private let rules: [RecurrenceRule]
  private let exceptionRules: [RecurrenceRule]
  private let zone: Zone
  private let isFloating: Bool
  /// The first occurrence that is not done.
  private let start: Instant
  /// The length of an occurrence, if the alarm is relative to its end.
  private let extent: CalendarComponent.Extent?
  private let trigger: Alarm.Trigger
  private let hours: QuietHours?
  private let silence: [SilentTimes]
  /// The added and changed occurrences.
  private let added: Set<Instant>
  /// The excluded occurrences, and the starts of excluded days.
  private let excluded: Set<Instant>

  /// The limit of ``added`` and of ``excluded``, which bounds the time of a comparison.
  private static let maximumChanges = 100

  /// Makes the pattern of an alarm.
  ///
  /// It is nil if the alarm does not follow the occurrences of a master, if an override changes all
  /// later ones, or if too many are changed.
  package init?(of alarm: SeriesAlarm, in series: SeriesExpansion) {
    guard let place = alarm.place, let starts = series.starts, series.segments.count == 1,
      let master = series.components.first, let own = master.activeAlarm(at: place),
      !own.isAbsolute || starts.rules.isEmpty && starts.dates.isEmpty
    else { return nil }
    added = Set(starts.dates.map(\.instant)).union(series.replaced)
    excluded = starts.excluded
    guard max(added.count, excluded.count) <= RecurrencePattern.maximumChanges else { return nil }
    rules = starts.rules.map { $0.rule.completed(from: starts.anchor.civil) }
    exceptionRules = starts.exceptionRules.map(\.rule)
    zone = starts.zone
    isFloating = series.isFloating
    start = max(
      zone.instant(of: starts.anchor.civil), series.segments[0].originals.lowerBound)
    extent = own.trigger.isFromEnd ? master.extent : nil
    trigger = own.trigger
    hours = series.quiet?.hours(of: alarm, in: 0)
    silence = series.quiet?.silence(of: alarm, in: 0) ?? []
  }

  /// Whether the alarm fires once, or on one day of each week, month or year forever, so that one
  /// slot is enough.
  package var isSimple: Bool {
    guard added.isEmpty, excluded.isEmpty, exceptionRules.isEmpty, hours == nil, silence.isEmpty
    else { return false }
    return rules.isEmpty || rules.count == 1 && rules[0].hasOneDay
  }

  /// Returns whether the alarm fires whenever another one fires, if both fire at one instant for
  /// occurrences at one time.
  ///
  /// It then adds no fires up to the end of the other one.
  ///
  /// - Parameters:
  ///   - other: The pattern of the other alarm.
  ///   - now: The start of the fires to compare.
  /// - Returns: Whether it does; false if only an expansion could tell.
  package func recursLike(_ other: RecurrencePattern, from now: Instant) -> Bool {
    // An alarm can be due long after its occurrence.
    let year = 366 * 86_400
    return trigger == other.trigger && extent == other.extent
      && hours == other.hours && silence == other.silence
      && hasSameClock(as: other, from: now - year)
      && start <= max(now - year, other.start)
      && hasSameRules(as: other)
      && excluded.isSubset(of: other.excluded) && added.isSubset(of: other.added)
  }

  private func hasSameRules(as other: RecurrencePattern) -> Bool {
    guard exceptionRules == other.exceptionRules else { return false }
    if rules == other.rules {
      return start == other.start || !rules.isEmpty && rules.allSatisfy { $0.count == nil }
    }
    return rules == other.rules.map(\.endless)
  }

  private func hasSameClock(as other: RecurrencePattern, from instant: Instant) -> Bool {
    guard isFloating == other.isFloating, zone !== other.zone else {
      return isFloating == other.isFloating
    }
    let rest = instant..<Instant(secondsSince1970: .max)
    return zone.offset(at: instant) == other.zone.offset(at: instant)
      && zone.transitions(in: rest) == other.zone.transitions(in: rest)
  }

  /// The times of the week at which occurrences start, in seconds of the zone's clock; nil if they
  /// are not known.
  fileprivate var startsInWeek: (zone: Zone, seconds: Set<Int>)? {
    guard added.isEmpty, rules.allSatisfy({ $0.keepsTimeOfDay }) else { return nil }
    let civil = zone.civil(at: start)
    let days =
      rules.isEmpty
      ? [Weekday(dayNumber: civil.dayNumber)]
      : rules.reduce(into: Set<Weekday>()) { $0.formUnion($1.possibleDays) }
    return (zone, Set(days.map { $0.rawValue * 86_400 + civil.time.secondOfDay }))
  }
}

extension SeriesExpansion {
  /// The start of the first occurrence; nil if a master with a time is missing.
  package var firstStart: Instant? { starts.map { $0.zone.instant(of: $0.anchor.civil) } }

  /// The times of the week at which occurrences start, in seconds of the zone's clock; nil if they
  /// are not known.
  package var startsInWeek: (zone: Zone, seconds: Set<Int>)? {
    let patterns = alarms.map { RecurrencePattern(of: $0, in: self) }
    return patterns.contains { $0 == nil } ? nil : patterns.first??.startsInWeek
  }

  /// Whether different alarms of one occurrence are never due at the same instant.
  package var hasDistinctAlarms: Bool {
    guard let master = components.first, !alarms.contains(.snooze) else { return false }
    // Two equal alarms are due at the same instants.
    let offsets = Set(master.alarms.compactMap(\.self).map(\.offsets))
    return offsets.count < 2 || Set(offsets.joined()).count == offsets.joined().count
  }
}

extension Alarm.Trigger {
  fileprivate var isFromEnd: Bool {
    switch self {
    case .relative(_, let anchor), .timeOfDay(_, _, let anchor): anchor == .end
    case .absolute: false
    }
  }
}

extension Alarm {
  /// The nominal times of the first alerts and repeats, in seconds from the start; nil for those that
  /// are not known.
  fileprivate var offsets: [Int?] {
    guard case .relative(let distance, .start) = trigger else { return [nil] }
    return (0...min(max(0, repeatCount), Alarm.mostOffsets)).map {
      distance.nominalSeconds + $0 * repeatInterval.nominalSeconds
    }
  }

  private static let mostOffsets = 100
}

extension RecurrenceRule {
  /// Returns the rule; a weekly one without BYDAY gets the weekday of its start.
  fileprivate func completed(from start: CivilDateTime) -> RecurrenceRule {
    guard frequency == .weekly, weekdays.isEmpty else { return self }
    var rule = self
    rule.weekdays = [WeekdayNumber(Weekday(dayNumber: start.dayNumber))]
    return rule
  }

  /// The rule without its end.
  fileprivate var endless: RecurrenceRule {
    var rule = self
    (rule.count, rule.until) = (nil, nil)
    return rule
  }

  fileprivate var keepsTimeOfDay: Bool {
    frequency >= .daily && hours.isEmpty && minutes.isEmpty && seconds.isEmpty
  }

  /// Whether the rule has one day in each week, month or year forever.
  fileprivate var hasOneDay: Bool {
    guard keepsTimeOfDay, interval == 1, count == nil, until == nil, weeks.isEmpty,
      setPositions.isEmpty, daysOfTheYear.isEmpty
    else { return false }
    let dates = daysOfTheMonth.count
    return switch frequency {
    case .weekly: weekdays.count == 1 && months.isEmpty && dates == 0
    case .monthly: weekdays.isEmpty && months.isEmpty && dates <= 1
    case .yearly: weekdays.isEmpty && months.count <= 1 && dates <= 1
    default: false
    }
  }

  /// The weekdays on which the rule can have occurrences.
  fileprivate var possibleDays: Set<Weekday> {
    frequency > .weekly || weekdays.isEmpty
      ? Set(Weekday.allCases) : Set(weekdays.map(\.weekday))
  }
}

extension OccurrenceStarts {
  /// The instants that EXDATE excludes, and the starts of the days.
  fileprivate var excluded: Set<Instant> {
    exceptions.union(
      exceptionDays.map { zone.instant(of: CivilDateTime(dayNumber: $0, time: .midnight)) })
  }
}
