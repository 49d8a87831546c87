package import CivilTime

/// The fires of a reminder over many years, as days by time of day for each repetition and
/// component.
package struct FireDays: Sendable {
  package private(set) var parts: [FireKey: InstantSet] = [:]
  /// The number of sets of days: of times of day in all parts.
  private var setCount = 0
  private let zone: Zone
  private let dayRange: Range<Int>

  /// Makes an empty collection for some days, in days since 1970-01-01.
  package init(in zone: Zone, days dayRange: Range<Int>) {
    self.zone = zone
    self.dayRange = dayRange
  }

  /// Adds a fire by its local time.
  package mutating func insert(_ fire: Fire) {
    modify(FireKey(repetition: fire.repetition, component: fire.component)) { $0.insert(fire.at) }
  }

  /// Adds fires on several days.
  ///
  /// - Parameters:
  ///   - days: The days.
  ///   - second: The time of the fires, in seconds from each day's midnight.
  ///   - key: The repetition and the component.
  mutating func insert(_ days: DaySet, at second: Int, for key: FireKey) {
    let moved = days.moved(by: second.floorQuotient(86_400), into: dayRange)
    let time = TimeOfDay(secondOfDay: second.floorModulo(86_400))
    modify(key) { $0.days.formUnion(moved, at: time) }
  }

  mutating func keep(in range: Range<Instant>) {
    for key in parts.keys {
      parts[key]?.removeAll(upTo: range.lowerBound - 1)
      parts[key]?.removeAll(from: range.upperBound)
    }
  }

  /// The largest number of sets of days: 35 MB up to 2100.
  ///
  /// It covers the times of day of a rule with some overrides at other times.
  private static let maximumSets = 10_000

  /// Whether there are too many times of day; later fires are ignored.
  package var isFull: Bool { setCount > FireDays.maximumSets }

  private mutating func modify(_ key: FireKey, by body: (inout InstantSet) -> Void) {
    guard !isFull else { return }
    func change(_ part: inout InstantSet) -> Int {
      let count = part.days.count
      body(&part)
      return part.days.count - count
    }
    setCount += change(&parts[key, default: InstantSet(in: zone, days: dayRange)])
  }
}

extension SeriesExpansion {
  /// The maximum number of times of day for which days are computed, for an alarm with its repeats
  /// or for the alarms of a timer.
  ///
  /// It allows every minute with five repeats: 30 MB of days up to 2100.
  package static let maximumTimesOfDay = 8_640

  /// Returns the fires of an alarm as days by time of day, in the local time of the series' zone.
  ///
  /// The result equals that of ``fires(of:in:)``, at a fraction of the cost. If no clock change
  /// lies between an occurrence and its fires, their days are the occurrence's day, shifted by the
  /// alarm's offset. All such days are shifted at once. The other occurrences, a few for each clock
  /// change, are expanded individually.
  ///
  /// - Parameters:
  ///   - alarm: The alarm.
  ///   - range: Instants, half-open.
  ///   - dayRange: The days that contain the range in any zone, in days since 1970-01-01.
  ///   - startDays: A cache of the days of this series' starts, shared by its alarms.
  /// - Returns: The fires up to the 64th repeat; full if there are too many times of day, and nil
  ///   for snoozes, or if days cannot describe the fires.
  package func fireDays(
    of alarm: SeriesAlarm, in range: Range<Instant>, days dayRange: Range<Int>,
    _ startDays: inout OriginalStartCache
  ) -> FireDays? {
    guard let starts, starts.exceptionRules.isEmpty, let place = alarm.place,
      let parts = dayParts(of: alarm, place, in: range)
    else { return nil }
    let extended = range.lowerBound - quietLead(around: range)..<range.upperBound
    var result = FireDays(in: starts.zone, days: dayRange)
    if !parts.isEmpty {
      guard let days = startDays.days(of: starts, around: dayRange) else { return nil }
      // Each time of day needs a set of all days, for each repeat.
      let timeCount = parts.reduce(0) { $0 + days.count * $1.offsets.count }
      guard timeCount <= SeriesExpansion.maximumTimesOfDay else { return nil }
      for part in parts where !result.isFull {
        insert(part, of: days, starts: starts, in: extended, into: &result)
      }
    }
    var singles = AlarmFires()
    appendFiresOfOverrides(place, in: extended, to: &singles)
    appendAbsoluteFiresOfMaster(place, in: extended, to: &singles)
    insert(singles, of: alarm, into: &result)
    if !result.isFull { result.keep(in: range) }
    return result
  }

  /// A segment of occurrences, and their alarm.
  private struct DayPart {
    let segment: OccurrenceSegment
    let seriesAlarm: SeriesAlarm
    /// The alarm, up to the last repeat for which days are computed.
    let alarm: Alarm
    let timing: AlarmTiming
    let offsets: AlarmOffsets
    let hours: QuietHours?
    /// The zones whose clocks matter in addition to the series' own.
    let otherClocks: [Zone]

    /// Returns the first and the last point on the way from an original start to its fires after
    /// quiet hours, in seconds from the midnight of the start's day.
    func span(from time: TimeOfDay) -> ClosedRange<Int> {
      let span = offsets.span(from: time)
      return span.lowerBound...span.upperBound + (hours?.length ?? 0)
    }
  }

  /// Returns the segments that can fire in a range; nil if days cannot describe one of them.
  private func dayParts(
    of seriesAlarm: SeriesAlarm, _ place: Int, in range: Range<Instant>
  ) -> [DayPart]? {
    var parts: [DayPart] = []
    for segment in segments {
      guard var alarm = alarm(place, of: segment.component), !alarm.isAbsolute,
        let timing = timings[segment.component]
      else { continue }
      guard let offsets = AlarmOffsets(of: alarm, timing: timing, shift: segment.shift, in: zone)
      else {
        return nil
      }
      alarm.repeatCount = min(alarm.effectiveRepeatCount, AlarmOffsets.maximumRepeats)
      let margin = AlarmOffsets.maximumDistance + 5 * 86_400
      let isNear = segment.originals.overlaps(
        range.lowerBound - margin..<range.upperBound + margin)
      // An override's own occurrence and a PERIOD can reach farther.
      let hasOwn = segment.component == 0 ? !periods.isEmpty : ownStart(of: segment) != nil
      guard isNear || hasOwn else { continue }
      let hours = quiet?.hours(of: seriesAlarm, in: segment.component)
      let clocks = offsets.otherClocks + (hours == nil ? [] : [deviceZone])
      parts.append(
        DayPart(
          segment: segment, seriesAlarm: seriesAlarm, alarm: alarm, timing: timing,
          offsets: offsets,
          hours: hours, otherClocks: clocks.filter { $0 != zone }))
    }
    return parts
  }

  private func insert(
    _ part: DayPart, of days: DaysByTime, starts: OccurrenceStarts, in range: Range<Instant>,
    into result: inout FireDays
  ) {
    let component = part.segment.component
    let originals = part.segment.originals.clamped(to: SeriesExpansion.calendar)
    let fires = AlarmExpansion(of: part.alarm, component, of: self, in: range, limit: .max)
    // Occurrences with a PERIOD are added with the RDATEs below.
    let apart = starts.exceptions.union(replaced).union(component == 0 ? periods.starts : [])
    let apartTimes = Dictionary(
      grouping: apart.filter { !starts.isDisplaced($0) }.map(starts.zone.civil(at:)),
      by: \.time)
    let first = starts.zone.firstTime(notBefore: originals.lowerBound)
    let end = starts.zone.firstTime(notBefore: originals.upperBound)
    for (time, members) in days {
      var regular = members
      var singles = AlarmFires()
      for day in daysNearClockChanges(at: time, of: part, in: range) where regular.contains(day) {
        regular.remove(day)
        let civil = CivilDateTime(dayNumber: day, time: time)
        let start = OriginalStart(instant: starts.zone.instant(of: civil), civil: civil)
        guard originals.contains(start.instant), !apart.contains(start.instant),
          !starts.isException(start.instant)
        else { continue }
        fires.append(
          part.timing, ofOccurrencesAt: [part.segment.shift.start(of: start)], to: &singles)
      }
      insert(singles, of: part.seriesAlarm, into: &result)
      for civil in apartTimes[time] ?? [] { regular.remove(civil.dayNumber) }
      for day in starts.exceptionDays { regular.remove(day) }
      regular.keep(from: first.firstDay(at: time))
      regular.keep(before: end.firstDay(at: time))
      insert(regular, at: time, of: part, in: range, into: &result)
    }
    var singles = AlarmFires()
    for start in starts.dates
    where originals.contains(start.instant) && !starts.isException(start.instant)
      && !replaced.contains(start.instant)
    {
      let timing = component == 0 ? periods[start.instant] ?? part.timing : part.timing
      fires.append(timing, ofOccurrencesAt: [part.segment.shift.start(of: start)], to: &singles)
    }
    if let start = ownStart(of: part.segment) {
      fires.append(part.timing, ofOccurrencesAt: [start], to: &singles)
    }
    insert(singles, of: part.seriesAlarm, into: &result)
  }

  /// Adds fires that were expanded individually, after applying quiet hours.
  private func insert(_ fires: AlarmFires, of alarm: SeriesAlarm, into result: inout FireDays) {
    var times = ReferenceTimes(self, of: alarm)
    for fire in fires where fire.repetition <= AlarmOffsets.maximumRepeats {
      if let due = times.moved(fire) { result.insert(due) }
    }
  }

  /// Adds the fires of occurrences at a time of day without a clock change nearby.
  private func insert(
    _ days: DaySet, at time: TimeOfDay, of part: DayPart, in range: Range<Instant>,
    into result: inout FireDays
  ) {
    let component = part.segment.component
    let acknowledged = acknowledgement(of: part.alarm, in: component)
    // An all-day occurrence is not over in the morning, so its fires can always move there.
    let isAllDay = components[component].isAboutDate
    let limit = isAllDay ? nil : part.offsets.origin(from: time)
    let seconds = part.offsets.seconds(from: time)
    let parts = part.hours == nil ? [0: days] : daysByDifference(days, at: time, in: range)
    for (difference, days) in parts where !days.isEmpty {
      for (repetition, second) in seconds.enumerated() {
        var days = days
        if let acknowledged {
          let silence = part.alarm.silence(ofRepetition: repetition, acknowledged: acknowledged)
          let timeOfFire = TimeOfDay(secondOfDay: second.floorModulo(86_400))
          let first = zone.firstTime(notBefore: silence + 1).firstDay(at: timeOfFire)
          days.keep(from: first - second.floorQuotient(86_400))
        }
        var due: Int? = second
        if let quiet, let hours = part.hours {
          let end = hours.end(ofSecond: second + difference).map { $0 - difference }
          due = quiet.due(second, heldUntil: end, before: limit)
        }
        guard let due else { continue }
        for silence in quiet?.silence(of: part.seriesAlarm, in: component) ?? [] {
          // As for a single fire: its own time, its first alert's, and the time after quiet hours.
          for moment in Set([seconds.first ?? second, second, due]) {
            silence.remove(from: &days, at: moment, in: zone)
          }
        }
        result.insert(days, at: due, for: FireKey(repetition: repetition, component: component))
      }
    }
  }

  /// Groups days at a time of day in the series' zone by the seconds that the device's clock is
  /// ahead at that time.
  private func daysByDifference(
    _ days: DaySet, at time: TimeOfDay, in range: Range<Instant>
  ) -> [Int: DaySet] {
    guard deviceZone != zone else { return [0: days] }
    let margin = AlarmOffsets.maximumDistance
    let range = range.lowerBound - margin..<range.upperBound + margin
    let changes = (zone.transitions(in: range) + deviceZone.transitions(in: range)).map(\.instant)
    var result: [Int: DaySet] = [:]
    var (start, first) = (range.lowerBound, days.range.lowerBound)
    for change in changes.sorted() + [range.upperBound] {
      let last =
        change == range.upperBound
        ? days.range.upperBound : zone.firstTime(notBefore: change).firstDay(at: time)
      let difference = deviceZone.offset(at: start) - zone.offset(at: start)
      let end = max(first, last)
      result[difference, default: DaySet(in: days.range)].formUnion(days, in: first..<end)
      (start, first) = (change, end)
    }
    return result
  }

  /// Returns the days on which an original start at a time of day has a clock change on the way to
  /// its fires, unsorted and with duplicates.
  private func daysNearClockChanges(
    at time: TimeOfDay, of part: DayPart, in range: Range<Instant>
  ) -> [Int] {
    let span = part.span(from: time)
    let margin = AlarmOffsets.maximumDistance
    let range = range.lowerBound - margin..<range.upperBound + margin
    var days: [Int] = []
    func add(_ times: Range<CivilDateTime>) {
      let first = (times.lowerBound.secondsSince1970 - span.upperBound + 86_399)
        .floorQuotient(86_400)
      let last = (times.upperBound.secondsSince1970 - span.lowerBound).floorQuotient(86_400)
      if first <= last { days += first...last }
    }
    for transition in zone.transitions(in: range) { add(transition.affectedCivil) }
    for clock in part.otherClocks {
      for transition in clock.transitions(in: range) {
        // In the series' local time, this can be any time of the surrounding days if its own clock
        // changes too.
        let day = transition.instant - 86_400..<transition.instant + 86_400
        let margin =
          abs(transition.offsetAfter - transition.offsetBefore)
          + (zone.transitions(in: day).isEmpty ? 0 : 86_400)
        let middle = zone.civil(at: transition.instant)
        add(middle + -margin..<middle + margin)
      }
    }
    return days
  }
}
