package import CivilTime

/// The fires of a reminder far ahead, as days by time of day for each repetition and component.
package struct FireDays: Sendable {
  /// The fires.
  package private(set) var parts: [FireKey: TimedDays] = [:]
  private let zone: Zone
  private let dayRange: Range<Int>

  /// Makes an empty collection on the wall clock of a zone.
  init(in zone: Zone, days dayRange: Range<Int>) {
    self.zone = zone
    self.dayRange = dayRange
  }

  /// Adds a fire.
  mutating func insert(_ fire: Fire) {
    modify(FireKey(repetition: fire.repetition, component: fire.component)) { $0.insert(fire.at) }
  }

  /// Adds the fires of days.
  ///
  /// - Parameters:
  ///   - days: The days.
  ///   - second: When the fires are due, in seconds from each day's midnight.
  ///   - key: The repetition and the component.
  mutating func insert(_ days: DaySet, at second: Int, _ key: FireKey) {
    let moved = days.moved(by: second.floorQuotient(86_400), into: dayRange)
    let time = TimeOfDay(secondOfDay: second.floorModulo(86_400))
    modify(key) { $0.days.formUnion(moved, at: time) }
  }

  /// Removes the fires outside a range.
  mutating func keep(in range: Range<Instant>) {
    for key in parts.keys {
      parts[key]?.removeAll(upTo: range.lowerBound - 1)
      parts[key]?.removeAll(from: range.upperBound)
    }
  }

  private mutating func modify(_ key: FireKey, _ body: (inout TimedDays) -> Void) {
    body(&parts[key, default: TimedDays(in: zone, days: dayRange)])
  }
}

extension SeriesExpansion {
  /// The most times of day of an alarm with its repeats, or of the alarms of a timer, that days are
  /// found for: every minute with five repeats, 30 MB of days up to 2100.
  package static let maximumTimesOfDay = 8_640

  /// The fires of an alarm as days by time of day, on the wall clock of the series' zone.
  ///
  /// Equal to what ``fires(of:in:)`` gives, at a fraction of its cost: an occurrence without a clock
  /// change between it and its fires is its day, moved by the alarm's offset, and all such days are
  /// moved at once. The others, a few for each clock change, are expanded one by one.
  ///
  /// - Parameters:
  ///   - alarm: The alarm.
  ///   - range: Instants, half-open.
  ///   - dayRange: Days that hold the range in any zone, as days since 1970-01-01.
  ///   - startDays: The days of this series' starts, which its alarms have in common.
  /// - Returns: The fires up to the 64th repeat; nil where days can't describe them, or for snoozes.
  package func fireDays(
    of alarm: SeriesAlarm, in range: Range<Instant>, days dayRange: Range<Int>,
    _ startDays: inout StartDays
  ) -> FireDays? {
    guard let starts, starts.exceptionRules.isEmpty, let place = alarm.place,
      let parts = dayParts(of: alarm, place, in: range)
    else { return nil }
    let asked = range.lowerBound - quietLead(around: range)..<range.upperBound
    var result = FireDays(in: starts.zone, days: dayRange)
    if !parts.isEmpty {
      guard let days = startDays.days(of: starts, around: dayRange) else { return nil }
      // Each time of day has a set of all days, for each repeat.
      let timeCount = parts.reduce(0) { $0 + days.count * $1.steps.count }
      guard timeCount <= SeriesExpansion.maximumTimesOfDay else { return nil }
      for part in parts { insert(part, of: days, starts, in: asked, &result) }
    }
    var singles = Fires()
    appendFiresOfOverrides(place, in: asked, to: &singles)
    appendAbsoluteFiresOfMaster(place, in: asked, to: &singles)
    insert(singles, of: alarm, &result)
    result.keep(in: range)
    return result
  }

  /// A stretch of occurrences with the alarm that they have.
  private struct DayPart {
    let stretch: OccurrenceStretch
    /// The alarm's place in its series.
    let seriesAlarm: SeriesAlarm
    /// The alarm, up to the last repeat that days are found for.
    let alarm: Alarm
    let timing: AlarmTiming
    let steps: AlarmSteps
    /// The quiet hours of the alarm; nil for none.
    let hours: QuietHours?
    /// The clocks that count besides the series' own.
    let otherClocks: [Zone]

    /// The first and the last point on the way from an original start to its fires, as they are due
    /// outside of quiet hours, in seconds from its day's midnight.
    func span(from time: TimeOfDay) -> ClosedRange<Int> {
      let span = steps.span(from: time)
      return span.lowerBound...span.upperBound + (hours?.length ?? 0)
    }
  }

  /// The stretches that can have fires in a range; nil where the days of one can't be told.
  private func dayParts(
    of seriesAlarm: SeriesAlarm, _ place: Int, in range: Range<Instant>
  ) -> [DayPart]? {
    var parts: [DayPart] = []
    for stretch in stretches {
      guard var alarm = alarm(place, of: stretch.component), !alarm.isAbsolute,
        let timing = timings[stretch.component]
      else { continue }
      guard let steps = AlarmSteps(of: alarm, timing, stretch.shift, in: zone) else { return nil }
      alarm.repeatCount = min(alarm.effectiveRepeatCount, AlarmSteps.maximumRepeats)
      let margin = AlarmSteps.maximumDistance + 5 * 86_400
      let isNear = stretch.originals.overlaps(
        range.lowerBound - margin..<range.upperBound + margin)
      // A change's own occurrence and a PERIOD can reach farther.
      let hasOwn = stretch.component == 0 ? !periods.isEmpty : ownStart(of: stretch) != nil
      guard isNear || hasOwn else { continue }
      let hours = quiet?.hours(of: seriesAlarm, in: stretch.component)
      let clocks = steps.otherClocks + (hours == nil ? [] : [deviceZone])
      parts.append(
        DayPart(
          stretch: stretch, seriesAlarm: seriesAlarm, alarm: alarm, timing: timing, steps: steps,
          hours: hours, otherClocks: clocks.filter { $0 != zone }))
    }
    return parts
  }

  private func insert(
    _ part: DayPart, of days: DaysByTime, _ starts: OccurrenceStarts, in range: Range<Instant>,
    _ result: inout FireDays
  ) {
    let component = part.stretch.component
    let originals = part.stretch.originals.clamped(to: SeriesExpansion.calendar)
    let fires = AlarmFires(of: part.alarm, component, of: self, in: range, limit: .max)
    // What an RDATE gives its own extent comes with the RDATEs.
    let apart = starts.exceptions.union(replaced).union(component == 0 ? periods.starts : [])
    let apartTimes = Dictionary(
      grouping: apart.filter { !starts.isDisplaced($0) }.map(starts.zone.civil(at:)),
      by: \.time)
    let first = starts.zone.firstTime(notBefore: originals.lowerBound)
    let end = starts.zone.firstTime(notBefore: originals.upperBound)
    for (time, members) in days {
      var regular = members
      var singles = Fires()
      for day in daysNearClockChanges(at: time, part, range) where regular.contains(day) {
        regular.remove(day)
        let civil = CivilDateTime(dayNumber: day, time: time)
        let start = OriginalStart(instant: starts.zone.instant(of: civil), civil: civil)
        guard originals.contains(start.instant), !apart.contains(start.instant),
          !starts.isException(start.instant)
        else { continue }
        fires.append(
          part.timing, ofOccurrencesAt: [part.stretch.shift.start(of: start)], to: &singles)
      }
      insert(singles, of: part.seriesAlarm, &result)
      for civil in apartTimes[time] ?? [] { regular.remove(civil.dayNumber) }
      for day in starts.exceptionDays { regular.remove(day) }
      regular.keep(from: first.firstDay(at: time))
      regular.keep(before: end.firstDay(at: time))
      insert(regular, at: time, part, in: range, &result)
    }
    var singles = Fires()
    for start in starts.dates
    where originals.contains(start.instant) && !starts.isException(start.instant)
      && !replaced.contains(start.instant)
    {
      let timing = component == 0 ? periods[start.instant] ?? part.timing : part.timing
      fires.append(timing, ofOccurrencesAt: [part.stretch.shift.start(of: start)], to: &singles)
    }
    if let start = ownStart(of: part.stretch) {
      fires.append(part.timing, ofOccurrencesAt: [start], to: &singles)
    }
    insert(singles, of: part.seriesAlarm, &result)
  }

  /// Adds fires that were expanded one by one, as they are due outside of quiet hours.
  private func insert(_ fires: Fires, of alarm: SeriesAlarm, _ result: inout FireDays) {
    var movement = QuietMovement(self, of: alarm)
    for fire in fires where fire.repetition <= AlarmSteps.maximumRepeats {
      if let due = movement.moved(fire) { result.insert(due) }
    }
  }

  /// Adds the fires of occurrences at a time of day that no clock change comes near.
  private func insert(
    _ days: DaySet, at time: TimeOfDay, _ part: DayPart, in range: Range<Instant>,
    _ result: inout FireDays
  ) {
    let component = part.stretch.component
    let acknowledged = acknowledgement(of: part.alarm, in: component)
    // What lasts all day is still to come in the morning.
    let isAllDay = components[component].anchor?.isDate == true
    let limit = isAllDay ? nil : part.steps.origin(from: time)
    let seconds = part.steps.seconds(from: time)
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
        result.insert(days, at: due, FireKey(repetition: repetition, component: component))
      }
    }
  }

  /// Days at a time of day on the series' clock, by how far ahead of it the device's clock is then,
  /// in seconds.
  private func daysByDifference(
    _ days: DaySet, at time: TimeOfDay, in range: Range<Instant>
  ) -> [Int: DaySet] {
    guard deviceZone != zone else { return [0: days] }
    let margin = AlarmSteps.maximumDistance
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

  /// The days on which an original start at a time of day has a clock change between the first and
  /// the last point on its way, in no order and with repeats.
  private func daysNearClockChanges(
    at time: TimeOfDay, _ part: DayPart, _ range: Range<Instant>
  ) -> [Int] {
    let span = part.span(from: time)
    let margin = AlarmSteps.maximumDistance
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
        // On the series' clock that is any time of the days around where it is changed then, too.
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
