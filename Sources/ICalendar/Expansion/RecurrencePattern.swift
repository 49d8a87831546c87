package import CivilTime

/// The fires of an alarm from an instant on as its series describes them, to compare them with those
/// of another alarm without an expansion.
package struct RecurrencePattern: Sendable {
  /// The properties that two alarms must share, besides the clock.
  private struct Shape: Equatable {
    /// The rule; nil for a single occurrence.
    var rule: RecurrenceRule?
    let isFloating: Bool
    /// The local time of the first occurrence; nil if only its time of day matters.
    var civilStart: CivilDateTime?
    /// The time of day of the occurrences; midnight for a single one.
    let time: TimeOfDay
    /// The first occurrence that is not done, or a time before all occurrences with fires.
    var start: Instant
    /// The length of an occurrence, whose end notifications show.
    let length: AlarmTiming.Length?
    let trigger: Alarm.Trigger
    /// The instant up to which alerts are acknowledged; nil if this concerns none to come.
    let acknowledged: Instant?
    let hours: QuietHours?
    let silence: [SilentTimes]
    /// The occurrences of RDATE.
    let dates: Set<Instant>
    var exceptions: Set<Instant>
    var exceptionDays: Set<Int>
  }

  private let shape: Shape
  private let zone: Zone
  /// The zone of the end, if alerts or their texts depend on its clock.
  private let endZone: Zone?
  private let from: Instant
  private let time: TimeOfDay
  private let hasOverrides: Bool
  /// The weekday of the first occurrence; nil if its fires are past.
  private let firstDay: Weekday?
  /// Whether all fires are those of one trigger that is added now.
  private let isOneTrigger: Bool

  /// The limit of changed occurrences, which bounds the time of a comparison.
  private static let maximumChanges = 100

  /// Makes the pattern of an alarm.
  ///
  /// It is nil if the alarm does not follow the occurrences of a master, or is due nearly a year after
  /// them. It is also nil for a series with several rules, RANGE=THISANDFUTURE, an RDATE with a
  /// PERIOD, or too many changed occurrences.
  ///
  /// - Parameters:
  ///   - alarm: The alarm.
  ///   - series: Its series.
  ///   - now: The start of the fires to compare.
  package init?(of alarm: SeriesAlarm, in series: SeriesExpansion, from now: Instant) {
    guard let place = alarm.place, let starts = series.starts, series.segments.count == 1,
      starts.rules.count < 2, starts.exceptionRules.isEmpty,
      let master = series.components.first, let own = master.activeAlarm(at: place),
      !own.isAbsolute || starts.rules.isEmpty && starts.dates.isEmpty,
      master.recurrenceDates.allSatisfy({ $0.extent == nil })
    else { return nil }
    let timing = series.timings[0]
    guard let delay = own.longestDelay(length: timing?.length) else { return nil }
    let civil = starts.anchor.civil
    let rule = starts.rules.first?.rule.completed(from: civil)
    zone = starts.zone
    endZone = own.trigger.countsFromEnd || timing?.countsDays ?? false ? timing?.endZone : nil
    from = now - delay
    time = civil.time
    let (from, zone) = (from, zone)
    hasOverrides = series.hasOverrides(from: from)
    let first = max(zone.instant(of: civil), series.segments[0].originals.lowerBound)
    let dates = Set(starts.dates.map(\.instant).filter { $0 >= from })
    let isSingle = rule == nil && dates.isEmpty
    // A date of RDATE says nothing about those of a rule.
    let keepsStart = rule.map { !$0.dependsOnlyOnTimeOfDay || !dates.isEmpty } ?? false
    firstDay = first >= from ? Weekday(dayNumber: civil.dayNumber) : nil
    shape = Shape(
      rule: rule, isFloating: series.isFloating,
      civilStart: keepsStart ? civil : nil, time: isSingle ? .midnight : civil.time,
      start: max(first, from), length: timing?.length, trigger: own.trigger,
      acknowledged: series.acknowledgement(of: own, in: 0)
        .flatMap { $0 + max(0, own.repeatSpan) <= now ? nil : $0 },
      hours: series.quiet?.hours(of: alarm, in: 0),
      silence: series.quiet?.silence(of: alarm, in: 0) ?? [],
      dates: dates,
      exceptions: starts.exceptions.filter { $0 >= from },
      exceptionDays: starts.exceptionDays.filter { $0 >= zone.civil(at: from).dayNumber })
    let isPlain =
      !hasOverrides && shape.dates.isEmpty && shape.exceptions.isEmpty
      && shape.exceptionDays.isEmpty && shape.acknowledged == nil && shape.hours == nil
      && shape.silence.isEmpty
      && own.firstAlert(at: civil.time).map(RecurrencePattern.isByDay) ?? false
    // The start is an occurrence even if the rule does not match it.
    let isRegular = firstDay.map { rule?.possibleDays.contains($0) ?? false } ?? true
    isOneTrigger = isPlain && isRegular && rule?.plainPeriod.map { first - $0 <= now } ?? false
    guard
      max(shape.dates.count, shape.exceptions.count, shape.exceptionDays.count)
        <= RecurrencePattern.maximumChanges
    else { return nil }
  }

  /// Returns whether the alarm can ring for another one if both are due at one instant, for
  /// occurrences at one time.
  ///
  /// Both have the same first alerts, so that the other one loses none and needs slots for none of
  /// this alarm. Or this alarm takes one slot, and has all alerts of the other one except those of
  /// overrides, which can be at any time.
  ///
  /// - Parameter other: The pattern of the other alarm.
  /// - Returns: Whether it can; false if only an expansion could tell.
  package func canRing(for other: RecurrencePattern) -> Bool {
    guard !hasOverrides, hasSameClock(as: other) else { return false }
    if !other.hasOverrides, shape == other.shape { return true }
    guard isOneTrigger, shape.start <= other.shape.start else { return false }
    var others = other.shape
    others.rule = others.rule?.endless
    (others.start, others.civilStart) = (shape.start, shape.civilStart)
    (others.exceptions, others.exceptionDays) = ([], [])
    return shape == others
  }

  private func hasSameClock(as other: RecurrencePattern) -> Bool {
    if shape.rule == nil, shape.dates.isEmpty, endZone == nil { return true }
    switch (endZone, other.endZone) {
    case (nil, nil): return isSame(zone, other.zone)
    case (let own?, let end?): return isSame(zone, other.zone) && isSame(own, end)
    default: return false
    }
  }

  /// Returns whether two zones have the same offsets.
  private func isSame(_ zone: Zone, _ other: Zone) -> Bool {
    guard zone !== other else { return true }
    let rest = from..<Instant(secondsSince1970: .max)
    return zone.offset(at: from) == other.offset(at: from)
      && zone.transitions(in: rest) == other.transitions(in: rest)
  }

  /// Returns whether no clock changes at a time of day: clocks change at night.
  private static func isByDay(_ time: TimeOfDay) -> Bool { time.secondOfDay >= 5 * 3_600 }

  /// Whether quiet hours and silent times change both alarms alike.
  fileprivate func isSilent(like other: RecurrencePattern) -> Bool {
    shape.hours == other.shape.hours && shape.silence == other.shape.silence
  }

  /// The times of the week at which occurrences start, in seconds of the zone's clock; nil if they
  /// are not known.
  fileprivate var startsInWeek: (zone: Zone, seconds: Set<Int>)? {
    // In a gap two times of day can meet, but not midnight and a time of the day.
    guard shape.dates.isEmpty, !hasOverrides, shape.rule?.keepsTimeOfDay ?? true,
      RecurrencePattern.isByDay(time) || time == .midnight
    else { return nil }
    // The start is an occurrence even if the rule does not match it.
    let days = (shape.rule?.possibleDays ?? []).union([firstDay].compactMap(\.self))
    return (zone, Set(days.map { $0.rawValue * 86_400 + time.secondOfDay }))
  }
}

extension SeriesExpansion {
  /// The start of the first occurrence; nil if a master with a time is missing.
  package var firstStart: Instant? { starts.map { $0.zone.instant(of: $0.anchor.civil) } }

  /// The times of the week at which occurrences start, in seconds of the zone's clock; nil if they
  /// are not known.
  package func startsInWeek(from now: Instant) -> (zone: Zone, seconds: Set<Int>)? {
    let patterns = alarms.map { RecurrencePattern(of: $0, in: self, from: now) }
    return patterns.contains { $0 == nil } ? nil : patterns.first??.startsInWeek
  }

  /// Returns whether alarms of one occurrence are never due at the same instant, except equal ones.
  package func hasDistinctAlarms(from now: Instant) -> Bool {
    guard let master = components.first, !alarms.contains(.snooze) else { return false }
    var patterns: [[Int?]: RecurrencePattern] = [:]
    for alarm in alarms {
      guard let own = alarm.place.flatMap(master.activeAlarm) else { continue }
      guard let pattern = RecurrencePattern(of: alarm, in: self, from: now) else { return false }
      if let known = patterns[own.offsets],
        !known.canRing(for: pattern) || !pattern.canRing(for: known)
      {
        return false
      }
      patterns[own.offsets] = pattern
    }
    guard patterns.count > 1 else { return true }
    let offsets = patterns.keys.joined()
    guard let first = patterns.values.first, patterns.values.allSatisfy(first.isSilent),
      !offsets.contains(nil)
    else { return false }
    let sorted = offsets.compactMap(\.self).sorted()
    return zip(sorted, sorted.dropFirst()).allSatisfy { first, second in
      // A day before can be 23 or 25 hours before.
      let areShort = max(abs(first), abs(second)) < 86_400
      return second - first > (areShort ? 0 : 3 * 3_600)
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

  /// Returns the time of day of the first alert, if it is on the day of the start and not after it.
  fileprivate func firstAlert(at start: TimeOfDay) -> TimeOfDay? {
    guard case .relative(let distance, .start) = trigger, distance.nominalSeconds <= 0,
      start.secondOfDay + distance.nominalSeconds >= 0
    else { return nil }
    return TimeOfDay(secondOfDay: start.secondOfDay + distance.nominalSeconds)
  }

  /// Returns an upper bound of the time from the start of an occurrence to an alert, in seconds; nil
  /// if it is nearly a year or more.
  fileprivate func longestDelay(length: AlarmTiming.Length?) -> Int? {
    let day = 86_400
    let (distance, isFromEnd): (Int, Bool) =
      switch trigger {
      case .absolute: (0, false)
      case .relative(let distance, let anchor): (distance.nominalSeconds, anchor == .end)
      case .timeOfDay(_, let days, let anchor): ((days + 1) * day, anchor == .end)
      }
    let end = isFromEnd ? length?.nominalSeconds ?? 0 : 0
    // Clock changes and quiet hours move an alert by less than two days. Alarms that differ in
    // repeats must be comparable.
    let parts = [distance, end, repeatSpan <= 2 * day ? 2 * day : repeatSpan, 3 * day].map {
      max(0, $0)
    }
    guard parts.allSatisfy({ $0 < 300 * day }) else { return nil }
    let sum = parts.reduce(0, +)
    return sum < 300 * day ? sum : nil
  }
}

extension AlarmTiming {
  /// Whether the end is some days after the start, on the clock of the end's zone.
  fileprivate var countsDays: Bool { if case .days = length { true } else { false } }
}

extension AlarmTiming.Length {
  fileprivate var nominalSeconds: Int {
    switch self {
    case .exact(let seconds): seconds
    case .nominal(let duration): duration.nominalSeconds
    case .days(let days, _): (days + 1) * 86_400
    }
  }
}

extension SeriesExpansion {
  /// Returns whether an override changes occurrences from an instant on.
  fileprivate func hasOverrides(from instant: Instant) -> Bool {
    replaced.contains { $0 >= instant }
      || components.dropFirst().contains { component in
        component.anchor.map { $0.instant(onDeviceIn: deviceZone) >= instant } ?? true
          || component.alarms.contains { $0?.isAbsolute ?? false }
      }
  }
}

extension RecurrenceRule {
  /// Returns the rule in the form that states the days that it takes from its start (RFC 5545,
  /// 3.3.10), and without a WKST that changes nothing.
  fileprivate func completed(from start: CivilDateTime) -> RecurrenceRule {
    var rule = self
    let date = CivilDate(dayNumber: start.dayNumber)
    let hasDays =
      !weekdays.isEmpty || !daysOfTheMonth.isEmpty || !daysOfTheYear.isEmpty || !weeks.isEmpty
    switch frequency {
    case .weekly where weekdays.isEmpty:
      rule.weekdays = [WeekdayNumber(Weekday(dayNumber: start.dayNumber))]
    case .monthly where !hasDays: rule.daysOfTheMonth = [date.day]
    case .yearly where !hasDays:
      rule.daysOfTheMonth = [date.day]
      if months.isEmpty { rule.months = [date.month] }
    default: break
    }
    if interval == 1, weeks.isEmpty, setPositions.isEmpty { rule.weekStart = .monday }
    return rule
  }

  /// The rule without its end.
  fileprivate var endless: RecurrenceRule {
    var rule = self
    (rule.count, rule.until) = (nil, nil)
    return rule
  }

  /// The seconds between occurrences of a daily rule, or of a weekly one with one day, that never
  /// ends; nil for other rules.
  fileprivate var plainPeriod: Int? {
    var plain = RecurrenceRule(frequency)
    plain.weekStart = weekStart
    if frequency == .weekly, weekdays.count == 1, weekdays[0].ordinal == nil {
      plain.weekdays = weekdays
    }
    guard self == plain else { return nil }
    return frequency == .daily ? 86_400 : frequency == .weekly ? 7 * 86_400 : nil
  }

  /// Whether all occurrences are at the time of day of the start.
  fileprivate var keepsTimeOfDay: Bool {
    frequency >= .daily && hours.isEmpty && minutes.isEmpty && seconds.isEmpty
  }

  /// Whether series with other starts, but one time of day, have the same occurrences once they have
  /// one in common.
  fileprivate var dependsOnlyOnTimeOfDay: Bool {
    keepsTimeOfDay && count == nil && skip == .omit
  }

  /// The weekdays on which the rule can have occurrences.
  fileprivate var possibleDays: Set<Weekday> {
    frequency > .weekly || weekdays.isEmpty
      ? Set(Weekday.allCases) : Set(weekdays.map(\.weekday))
  }
}
