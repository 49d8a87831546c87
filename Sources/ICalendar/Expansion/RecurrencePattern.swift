package import CivilTime

/// The fires of an alarm from an instant on as its series describes them, to compare them with those
/// of another alarm without an expansion.
package struct RecurrencePattern: Sendable {
  /// The properties that two alarms must share, besides the clock.
  private struct Shape: Equatable {
    /// The rule; nil for a single occurrence.
    let rule: RecurrenceRule?
    let isFloating: Bool
    /// The local time of the first occurrence; nil if only its time of day matters.
    let civilStart: CivilDateTime?
    /// The time of day of the occurrences; midnight for a single one.
    let time: TimeOfDay
    /// The first occurrence that is not done, or a time before all occurrences with fires.
    let start: Instant
    /// Whether earlier occurrences are done, so that the start need not be one.
    let isOpenedLater: Bool
    /// The length of an occurrence, whose end notifications show.
    let length: AlarmTiming.Length?
    /// The zone whose city notifications name; nil if the device's clock shows its time.
    let shownZone: Zone?
    let trigger: Alarm.Trigger
    /// The instant up to which alerts are acknowledged; nil if this concerns none to come.
    let acknowledged: Instant?
    let hours: QuietHours?
    let silence: [SilentTimes]
    /// The occurrences of RDATE.
    let dates: Set<Instant>
    let exceptions: Set<Instant>
    let exceptionDays: Set<Int>
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
    hasOverrides = series.hasOverrides(from: from, now: now)
    let (stated, opened) = (zone.instant(of: civil), series.segments[0].originals.lowerBound)
    let first = max(stated, opened)
    let dates = Set(starts.dates.map(\.instant).filter { $0 >= from })
    let isSingle = rule == nil && dates.isEmpty
    // A date of RDATE says nothing about those of a rule.
    let keepsStart = rule.map { !$0.dependsOnlyOnTimeOfDay || !dates.isEmpty } ?? false
    firstDay = first >= from ? Weekday(dayNumber: civil.dayNumber) : nil
    let hours = series.quiet?.hours(of: alarm, in: 0)
    shape = Shape(
      rule: rule, isFloating: series.isFloating,
      civilStart: keepsStart ? civil : nil, time: isSingle ? .midnight : civil.time,
      start: max(first, from), isOpenedLater: opened > stated && first >= from,
      length: timing?.length,
      shownZone: timing?.namedZone.flatMap { named in
        RecurrencePattern.isSame(named, series.deviceZone, from: from) ? nil : named
      },
      trigger: own.trigger,
      acknowledged: series.acknowledgement(of: own, in: 0).flatMap {
        // An alert that quiet hours move is acknowledged by its time before that.
        $0 + max(0, own.repeatSpan) + (hours == nil ? 0 : Alarm.longestMove) <= now ? nil : $0
      },
      hours: hours,
      silence: series.quiet?.silence(of: alarm, in: 0) ?? [],
      dates: dates,
      exceptions: starts.exceptions.filter { $0 >= from },
      exceptionDays: starts.exceptionDays.filter { $0 >= zone.civil(at: from).dayNumber })
    guard
      max(shape.dates.count, shape.exceptions.count, shape.exceptionDays.count)
        <= RecurrencePattern.maximumChanges
    else { return nil }
  }

  /// Returns whether the alarm can ring for another one if both are due at one instant, for
  /// occurrences at one time.
  ///
  /// Both have the same first alerts, so that the other one loses none and needs slots for none of
  /// this alarm.
  ///
  /// - Parameter other: The pattern of the other alarm.
  /// - Returns: Whether it can; false if only an expansion could tell.
  package func canRing(for other: RecurrencePattern) -> Bool {
    !hasOverrides && !other.hasOverrides && shape == other.shape && hasSameClock(as: other)
  }

  private func hasSameClock(as other: RecurrencePattern) -> Bool {
    if shape.rule == nil, shape.dates.isEmpty, endZone == nil { return true }
    switch (endZone, other.endZone) {
    case (nil, nil): return isSame(zone, other.zone)
    case (let own?, let end?): return isSame(zone, other.zone) && isSame(own, end)
    default: return false
    }
  }

  private func isSame(_ zone: Zone, _ other: Zone) -> Bool {
    RecurrencePattern.isSame(zone, other, from: from)
  }

  /// Returns whether two zones have the same offsets from an instant on.
  private static func isSame(_ zone: Zone, _ other: Zone, from start: Instant) -> Bool {
    guard zone !== other else { return true }
    let rest = start..<Instant(secondsSince1970: .max)
    return zone.offset(at: start) == other.offset(at: start)
      && zone.transitions(in: rest) == other.transitions(in: rest)
  }

  /// Returns whether quiet hours move no alert that is some seconds after the start.
  fileprivate func isUnmoved(at offsets: [Int?], onDeviceIn deviceZone: Zone) -> Bool {
    guard let hours = shape.hours else { return true }
    guard isSame(zone, deviceZone), shape.dates.isEmpty, !hasOverrides,
      shape.rule?.keepsTimeOfDay ?? true
    else { return false }
    // A clock change can move an alert a day before or a start in its gap by an hour.
    let changes = [-3_600, 0, 3_600]
    return offsets.allSatisfy { offset in
      offset.map { offset in
        changes.allSatisfy { change in
          let second = (time.secondOfDay + offset + change).floorModulo(86_400)
          return !hours.contains(TimeOfDay(secondOfDay: second))
        }
      } ?? false
    }
  }

  /// Whether quiet hours and silent times change both alarms alike.
  fileprivate func isSilent(like other: RecurrencePattern) -> Bool {
    shape.hours == other.shape.hours && shape.silence == other.shape.silence
  }

  /// The times of the week at which occurrences start, in seconds of the zone's clock; nil if they
  /// are not known.
  ///
  /// In a gap of the clock two times of day can meet.
  fileprivate var startsInWeek: (zone: Zone, seconds: Set<Int>)? {
    guard shape.dates.isEmpty, !hasOverrides, shape.rule?.keepsTimeOfDay ?? true,
      !zone.transitions(in: from..<Instant(secondsSince1970: .max))
        .contains(where: { $0.isGap && $0.affectedCivil.contains(time) })
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
    // The later an alarm is after the start, the earlier the occurrences that count.
    let starts = alarms.map { RecurrencePattern(of: $0, in: self, from: now)?.startsInWeek }
    let known = starts.compactMap(\.self)
    guard let zone = known.first?.zone, known.count == starts.count else { return nil }
    return (zone, known.reduce(into: []) { $0.formUnion($1.seconds) })
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
    // Quiet hours move different alarms to one instant, their end.
    guard let first = patterns.values.first, patterns.values.allSatisfy(first.isSilent),
      !offsets.contains(nil),
      patterns.allSatisfy({ $1.isUnmoved(at: $0, onDeviceIn: deviceZone) })
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
    guard case .relative(let distance, .start) = trigger, repeatCount <= Alarm.mostOffsets else {
      return [nil]
    }
    return (0...max(0, repeatCount)).map {
      distance.nominalSeconds + $0 * repeatInterval.nominalSeconds
    }
  }

  private static let mostOffsets = 100

  /// The longest time by which clock changes and quiet hours move an alert: less than two days.
  fileprivate static let longestMove = 2 * 86_400

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
    // Alarms that differ in repeats must be comparable.
    let parts = [distance, end, max(repeatSpan, 2 * day), Alarm.longestMove + day].map {
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
  /// Returns whether an override changes occurrences from an instant on, or has alerts after now.
  fileprivate func hasOverrides(from instant: Instant, now: Instant) -> Bool {
    replaced.contains { $0 >= instant }
      || zip(components, timings).dropFirst().contains { component, timing in
        guard let start = component.anchor?.instant(onDeviceIn: deviceZone), start < instant
        else { return true }
        return component.alarms.compactMap(\.self).contains { alarm in
          alarm.isAbsolute
            || alarm.longestDelay(length: timing?.length).map { start >= now - $0 } ?? true
        }
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
