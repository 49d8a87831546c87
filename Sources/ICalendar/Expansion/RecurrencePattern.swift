package import CivilTime

/// The fires of an alarm as its series describes them, to compare them with those of another alarm
/// without an expansion.
package struct RecurrencePattern: Sendable {
  /// The rule; nil for a single occurrence.
  private let rule: RecurrenceRule?
  private let zone: Zone
  private let isFloating: Bool
  /// The local time of the first occurrence.
  private let civilStart: CivilDateTime
  /// The first occurrence that is not done.
  private let start: Instant
  /// The length of an occurrence, if the alarm is relative to its end.
  private let extent: CalendarComponent.Extent?
  private let trigger: Alarm.Trigger
  private let hours: QuietHours?
  private let silence: [SilentTimes]
  /// The occurrences of RDATE.
  private let dates: Set<Instant>
  /// The occurrences with overrides.
  private let replaced: Set<Instant>
  private let exceptions: Set<Instant>
  private let exceptionDays: Set<Int>

  /// The limit of changed occurrences, which bounds the time of a comparison.
  private static let maximumChanges = 100

  /// Makes the pattern of an alarm.
  ///
  /// It is nil if the alarm does not follow the occurrences of a master, if the series has several
  /// rules or an override that changes all later occurrences, or if too many are changed.
  package init?(of alarm: SeriesAlarm, in series: SeriesExpansion) {
    guard let place = alarm.place, let starts = series.starts, series.segments.count == 1,
      starts.rules.count < 2, starts.exceptionRules.isEmpty,
      let master = series.components.first, let own = master.activeAlarm(at: place),
      !own.isAbsolute || starts.rules.isEmpty && starts.dates.isEmpty
    else { return nil }
    rule = starts.rules.first?.rule.completed(from: starts.anchor.civil)
    zone = starts.zone
    isFloating = series.isFloating
    civilStart = starts.anchor.civil
    start = max(zone.instant(of: civilStart), series.segments[0].originals.lowerBound)
    extent = own.trigger.isFromEnd ? master.extent : nil
    trigger = own.trigger
    hours = series.quiet?.hours(of: alarm, in: 0)
    silence = series.quiet?.silence(of: alarm, in: 0) ?? []
    dates = Set(starts.dates.map(\.instant))
    replaced = series.replaced
    (exceptions, exceptionDays) = (starts.exceptions, starts.exceptionDays)
    guard
      max(dates.count, replaced.count, exceptions.count, exceptionDays.count)
        <= RecurrencePattern.maximumChanges
    else { return nil }
  }

  /// Returns whether the alarm fires whenever another one fires for an occurrence that has no
  /// override, if both fire at one instant for occurrences at one time.
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
      && hasSameRule(as: other) && (start == other.start || start <= max(now - year, other.start))
      && replaced.isEmpty && dates == other.dates
      && exceptions.isSubset(of: other.exceptions)
      && exceptions.isDisjoint(with: other.replaced)
      && exceptionDays.isSubset(of: other.exceptionDays)
      && (exceptionDays.isEmpty || other.replaced.isEmpty)
  }

  private func hasSameRule(as other: RecurrencePattern) -> Bool {
    guard let rule, let theirs = other.rule else {
      return rule == other.rule && start == other.start
    }
    guard rule == theirs.endless || rule == theirs && (rule.count == nil || start == other.start)
    else { return false }
    // In a gap, two times of day meet only once.
    return civilStart == other.civilStart
      || rule.keepsTimeOfDay && civilStart.time == other.civilStart.time
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
    // In a gap, which is at night, two times of day can meet.
    guard dates.isEmpty, replaced.isEmpty, rule?.keepsTimeOfDay ?? true,
      civilStart.time.secondOfDay >= 5 * 3_600
    else { return nil }
    // The start is an occurrence even if the rule does not match it.
    let days = (rule?.possibleDays ?? []).union([Weekday(dayNumber: civilStart.dayNumber)])
    return (zone, Set(days.map { $0.rawValue * 86_400 + civilStart.time.secondOfDay }))
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

  /// Whether alarms of one occurrence are never due at the same instant, except equal ones.
  package var hasDistinctAlarms: Bool {
    guard let master = components.first, !alarms.contains(.snooze) else { return false }
    let offsets = Set(master.alarms.compactMap(\.self).map(\.offsets))
    guard offsets.count > 1 || master.alarms.count > 1 && offsets.contains([nil]) else {
      return true
    }
    guard !offsets.contains([nil]) else { return false }
    let sorted = offsets.joined().compactMap(\.self).sorted()
    return zip(sorted, sorted.dropFirst()).allSatisfy { first, second in
      // A day before can be 23 or 25 hours before.
      let areShort = max(abs(first), abs(second)) < 86_400
      return second - first > (areShort ? 0 : 3 * 3_600)
    }
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

  /// The weekdays on which the rule can have occurrences.
  fileprivate var possibleDays: Set<Weekday> {
    frequency > .weekly || weekdays.isEmpty
      ? Set(Weekday.allCases) : Set(weekdays.map(\.weekday))
  }
}
