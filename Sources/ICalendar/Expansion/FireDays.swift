package import CivilTime

extension SeriesExpansion {
  /// The most changes of all later occurrences that days are found between.
  ///
  /// The days of the whole series are looked at for each of them.
  private static let maximumStretches = 16

  /// The most RDATEs of all alarms of a series together that are followed beyond the horizon: each
  /// alarm goes through them one by one.
  private static let maximumFollowedDates = 1_000_000

  /// Whether the series is followed beyond the horizon; so many dates are asked for one by one.
  package var isFollowed: Bool {
    (starts?.dates.count ?? 0) * series.alarmCount <= SeriesExpansion.maximumFollowedDates
  }

  /// The most times of day of an alarm with its repeats that days are found for: every minute with
  /// five repeats, 30 MB of days up to 2100.
  private static let maximumTimesOfDay = 8_640

  /// The fires of an alarm as days by time of day, on the wall clock of the series' zone.
  ///
  /// Equal to what ``fires(of:in:)`` gives, at a fraction of its cost: an occurrence that no
  /// clock change comes near is its day moved by the alarm's offset, and all such days are moved at
  /// once. The others, a few for each clock change, are worked out one by one.
  ///
  /// - Parameters:
  ///   - alarm: The alarm; snoozes are followed one by one.
  ///   - range: Instants, half-open.
  ///   - dayRange: Days that hold the range in any zone, as days since 1970-01-01.
  ///   - startDays: The days of this series' starts, which its alarms have in common.
  /// - Returns: The fires up to the 64th repeat, where days can tell them.
  package func fireDays(
    of alarm: SeriesAlarm, in range: Range<Instant>, days dayRange: Range<Int>,
    _ startDays: inout StartDays
  ) -> FoundFireDays {
    guard let starts, case .alarm(let place) = alarm, starts.exceptionRules.isEmpty,
      stretches.count <= SeriesExpansion.maximumStretches
    else { return .undescribed }
    var result = FireDays(in: starts.zone, days: dayRange)
    guard let parts = dayParts(ofAlarm: place, in: range) else { return .undescribed }
    if let distance = parts.map(\.steps.distanceInDays).max() {
      let distance = distance + (quiet == nil ? 0 : DayPart.longestDelay)
      guard let days = startDays.days(of: starts, around: dayRange, distance: distance) else {
        return .undescribed
      }
      // Each time of day has a set of all days, for each repeat.
      let timeCount = parts.reduce(0) { $0 + days.count * $1.steps.seconds(from: .midnight).count }
      guard timeCount <= SeriesExpansion.maximumTimesOfDay else { return .tooMany }
      for part in parts {
        var quietDays: QuietDays?
        if let quiet, quiet.hours(of: alarm, in: part.stretch.component) != nil {
          guard let days = QuietDays(self, quiet, of: alarm, part, in: range) else {
            return .undescribed
          }
          quietDays = days
        }
        insert(part, of: days, starts, in: range, &quietDays, &result)
      }
    }
    for fire in singles(of: alarm, in: range) where fire.repetition <= AlarmSteps.maximumRepeats {
      result.modify(fire.repetition, fire.component) { $0.insert(fire.at) }
    }
    result.removeAll(upTo: range.lowerBound - 1)
    result.removeAll(from: range.upperBound)
    return .found(result)
  }

  /// The fires of overrides of single occurrences and of absolute triggers.
  private func singles(of alarm: SeriesAlarm, in range: Range<Instant>) -> [Fire] {
    let lead = quietLead(around: range)
    guard let place = alarm.place else { return [] }
    var fires = Fires()
    let range = range.lowerBound - lead..<range.upperBound
    appendFiresOfOverrides(place, in: range, to: &fires)
    appendAbsoluteFiresOfMaster(place, in: range, to: &fires)
    guard let quiet else { return fires.elements }
    fires.sortAndCut(to: fireLimit)
    var movement = QuietMovement(self, quiet, of: alarm)
    return fires.elements.compactMap { movement.moved($0) }
  }

  /// A stretch of occurrences with the alarm that they have.
  struct DayPart {
    /// How many days quiet hours put a fire off at most, generously.
    static let longestDelay = 3

    let stretch: OccurrenceStretch
    let alarm: Alarm
    let timing: AlarmTiming
    let steps: AlarmSteps
  }

  /// The stretches that can have fires in a range; nil where the days of one can't be told.
  private func dayParts(ofAlarm place: Int, in range: Range<Instant>) -> [DayPart]? {
    var parts: [DayPart] = []
    for stretch in stretches {
      guard let alarm = alarm(place, of: stretch.component), !alarm.isAbsolute,
        let timing = timings[stretch.component]
      else { continue }
      guard let steps = AlarmSteps(of: alarm, timing, stretch.shift, in: zone) else { return nil }
      let margin = AlarmSteps.maximumDistance + (2 + DayPart.longestDelay) * 86_400
      let isNear = stretch.originals.overlaps(
        range.lowerBound - margin..<range.upperBound + margin)
      // A change's own occurrence and a PERIOD can reach farther.
      let hasOwn = stretch.component == 0 ? !periods.isEmpty : ownStart(of: stretch) != nil
      guard isNear || hasOwn else { continue }
      parts.append(DayPart(stretch: stretch, alarm: alarm, timing: timing, steps: steps))
    }
    return parts
  }

  private func insert(
    _ part: DayPart, of days: DaysByTime, _ starts: OccurrenceStarts,
    in range: Range<Instant>, _ quietDays: inout QuietDays?, _ result: inout FireDays
  ) {
    let component = part.stretch.component
    let originals = part.stretch.originals.clamped(to: SeriesExpansion.calendar)
    // What an RDATE gives its own extent comes with the RDATEs.
    let apart = starts.exceptions.union(replaced).union(component == 0 ? periods.starts : [])
    let apartTimes = Dictionary(
      grouping: apart.filter { !starts.isDisplaced($0) }.map(starts.zone.civil(at:)),
      by: \.time)
    let first = starts.zone.firstTime(notBefore: originals.lowerBound)
    let end = starts.zone.firstTime(notBefore: originals.upperBound)
    for (time, members) in days {
      var regular = members
      let singles =
        quietDays?.singles(at: time)
        ?? daysNearClockChanges(at: time, part.steps, range)
      for day in singles where regular.contains(day) {
        regular.remove(day)
        let civil = CivilDateTime(dayNumber: day, time: time)
        let start = OriginalStart(instant: starts.zone.instant(of: civil), civil: civil)
        guard originals.contains(start.instant), !apart.contains(start.instant),
          !starts.isException(start.instant)
        else { continue }
        insert(part, part.timing, part.stretch.shift.start(of: start), &quietDays, &result)
      }
      for civil in apartTimes[time] ?? [] { regular.remove(civil.dayNumber) }
      for day in starts.exceptionDays { regular.remove(day) }
      regular.keep(from: first.firstDay(at: time))
      regular.keep(before: end.firstDay(at: time))
      for (days, fires) in quietDays?.regular(regular, at: time)
        ?? [(regular, part.steps.seconds(from: time).enumerated().map { ($0, $1) })]
      {
        for (repetition, second) in fires {
          result.insert(
            days, movedBy: second.floorQuotient(86_400),
            at: TimeOfDay(secondOfDay: second.floorModulo(86_400)),
            repetition, component)
        }
      }
    }
    for start in starts.dates
    where originals.contains(start.instant) && !starts.isException(start.instant)
      && !replaced.contains(start.instant)
    {
      let timing = component == 0 ? periods[start.instant] ?? part.timing : part.timing
      insert(part, timing, part.stretch.shift.start(of: start), &quietDays, &result)
    }
    if let start = ownStart(of: part.stretch) {
      insert(part, part.timing, start, &quietDays, &result)
    }
    // What was moved lies later than what was acknowledged, and has been left out already.
    if quietDays == nil, let acknowledged = acknowledgement(of: part.alarm, in: component) {
      result.removeAll(of: component) {
        part.alarm.silence(ofRepetition: $0, acknowledged: acknowledged)
      }
    }
  }

  private func insert(
    _ part: DayPart, _ timing: AlarmTiming, _ start: Instant, _ quietDays: inout QuietDays?,
    _ result: inout FireDays
  ) {
    if let fires = quietDays?.fires(ofOccurrenceAt: start, timing) {
      for fire in fires {
        result.modify(fire.repetition, fire.component) { $0.insert(fire.at) }
      }
      return
    }
    let alarm = part.alarm
    let first = timing.firstAlert(alarm.trigger, ofOccurrenceAt: start)
    for repetition in 0...min(alarm.effectiveRepeatCount, AlarmSteps.maximumRepeats) {
      let instant = alarm.repetition(
        repetition, after: first, in: timing.clock(of: alarm.trigger))
      result.modify(repetition, part.stretch.component) { $0.insert(instant) }
    }
  }

  /// The days on which an original start at a time of day has a clock change between the first and
  /// the last point on its way.
  ///
  /// - Parameters:
  ///   - time: The time of day.
  ///   - steps: The way.
  ///   - range: Where the fires lie.
  ///   - end: Where the way ends, in seconds from the day's midnight, where that is later than its
  ///     last point.
  ///   - others: Clocks that count besides those of the way.
  /// - Returns: The days, in no order and with repeats.
  func daysNearClockChanges(
    at time: TimeOfDay, _ steps: AlarmSteps, _ range: Range<Instant>, until end: Int = .min,
    besides others: [Zone] = []
  ) -> [Int] {
    let own = steps.span(from: time)
    let span = own.lowerBound...max(own.upperBound, end)
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
    for clock in steps.otherClocks + others where clock != zone {
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

  /// Changes the fires of a repeat of a component's alarm.
  mutating func modify(
    _ repetition: Int, _ component: Int, _ body: (inout TimedDays) -> Void
  ) {
    body(
      &parts[
        FireKey(repetition: repetition, component: component),
        default: TimedDays(in: zone, days: dayRange)])
  }

  /// Takes away all instants up to one.
  mutating func removeAll(upTo instant: Instant) {
    for key in parts.keys { parts[key]?.removeAll(upTo: instant) }
  }

  /// Takes away all instants from one on.
  mutating func removeAll(from instant: Instant) {
    for key in parts.keys { parts[key]?.removeAll(from: instant) }
  }

  /// Adds days at a time of day, all moved by a number of days.
  mutating func insert(
    _ days: DaySet, movedBy distance: Int, at time: TimeOfDay, _ repetition: Int, _ component: Int
  ) {
    let moved = days.moved(by: distance, into: dayRange)
    modify(repetition, component) { $0.days.formUnion(moved, at: time) }
  }

  /// Takes away the fires of a component's alarm up to an instant, which each repeat can have for
  /// itself.
  mutating func removeAll(of component: Int, upTo instant: (_ repetition: Int) -> Instant) {
    for key in parts.keys where key.component == component {
      parts[key]?.removeAll(upTo: instant(key.repetition))
    }
  }
}

/// What is found where a reminder's fires are looked for as days.
package enum FoundFireDays: Sendable {
  /// The fires.
  case found(FireDays)
  /// Days can't tell them, but to follow them one by one can.
  case undescribed
  /// They come at so many times of day that to have the days of each is no use.
  case tooMany

  /// The fires; nil for none.
  package var days: FireDays? {
    if case .found(let days) = self { days } else { nil }
  }
}
