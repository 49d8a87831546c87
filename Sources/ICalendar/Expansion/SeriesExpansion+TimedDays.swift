package import CivilTime

/// The fires of a reminder far ahead, as days by time of day for each repetition and component.
package struct FireDays: Sendable {
  /// What tells fires apart besides their instant.
  package struct Key: Hashable, Sendable {
    /// The repeat, from 1; 0 for the first alert.
    package let repetition: Int
    /// An index into ``EventSeries/components``.
    package let component: Int

    /// Makes a key.
    package init(repetition: Int, component: Int) {
      self.repetition = repetition
      self.component = component
    }
  }

  /// The fires.
  package private(set) var parts: [Key: TimedDays] = [:]
  private let zone: Zone
  private let dayRange: Range<Int>

  fileprivate init(in zone: Zone, days dayRange: Range<Int>) {
    self.zone = zone
    self.dayRange = dayRange
  }

  fileprivate mutating func modify(
    _ repetition: Int, _ component: Int, _ body: (inout TimedDays) -> Void
  ) {
    body(
      &parts[
        Key(repetition: repetition, component: component),
        default: TimedDays(in: zone, days: dayRange)])
  }

  fileprivate mutating func removeAll(upTo instant: Instant) {
    for key in parts.keys { parts[key]?.removeAll(upTo: instant) }
  }

  fileprivate mutating func removeAll(from instant: Instant) {
    for key in parts.keys { parts[key]?.removeAll(from: instant) }
  }
}

extension SeriesExpansion {
  /// The most repeats for which days are found.
  ///
  /// More than there are slots for; later ones are no part of the result.
  private static let maximumRepeats = 64

  /// The farthest that an alarm may lie from its occurrence for days to be found, in seconds.
  private static let maximumReach = 400 * 86_400

  /// The fires of a reminder as days by time of day, on the wall clock of the series' zone.
  ///
  /// Equal to what ``fires(ofReminder:in:)`` gives, at a fraction of its cost: an occurrence that no
  /// clock change comes near is its day moved by the alarm's offset, and all such days are moved at
  /// once. The others, a few for each clock change, are worked out one by one.
  ///
  /// - Parameters:
  ///   - reminder: The reminder, from 0.
  ///   - range: Instants, half-open.
  ///   - dayRange: Days that hold the range in any zone, as days since 1970-01-01.
  /// - Returns: The fires up to the 64th repeat; nil for a series that days can't describe, which is
  ///   then followed fire by fire.
  package func fireDays(
    ofReminder reminder: Int, in range: Range<Instant>, days dayRange: Range<Int>
  ) -> FireDays? {
    guard let starts, reminder < series.alarmCount, changesAreNone, starts.exceptionRulesAreNone,
      let timing = timings[0]
    else { return nil }
    var result = FireDays(in: starts.zone, days: dayRange)
    if let alarm = alarm(reminder, of: 0), !alarm.isAbsolute {
      guard let steps = nominalSteps(of: alarm, timing, starts.anchor) else { return nil }
      guard
        let found = starts.timedDays(in: dayRange.widened(by: steps.reachInDays))
      else { return nil }
      var days = found
      // What an RDATE gives its own extent comes with the RDATEs.
      let apart = starts.exceptions.union(replaced).union(periods.keys)
      for instant in apart where !starts.isDisplaced(instant) {
        let civil = starts.zone.civil(at: instant)
        days[civil.secondOfDay]?.remove(civil.dayNumber)
      }
      for (time, members) in days {
        var regular = members
        for day in daysNearClockChanges(at: time, steps, range) where members.contains(day) {
          regular.remove(day)
          let start = starts.zone.instant(of: CivilDateTime(dayNumber: day, secondOfDay: time))
          if apart.contains(start) || starts.isException(start) { continue }
          insert(alarm, timing, start, &result)
        }
        for day in starts.exceptionDays { regular.remove(day) }
        for (repetition, step) in steps.all.enumerated() {
          let second = step.second(from: time)
          let moved = regular.moved(by: second.floorQuotient(86_400), into: dayRange)
          result.modify(repetition, 0) { part in
            part.days[second.floorModulo(86_400), default: DaySet(in: dayRange)].formUnion(moved)
          }
        }
      }
      for start in starts.dates where !starts.isException(start) && !replaced.contains(start) {
        insert(alarm, periods[start] ?? timing, start, &result)
      }
      if let acknowledged = [alarm.acknowledged, components[0].acknowledged].compactMap({ $0 })
        .max()
      {
        result.removeAll(upTo: acknowledged)
      }
    }
    var singles = Fires()
    appendFiresOfOverrides(reminder, in: range, to: &singles)
    appendAbsoluteFiresOfMaster(reminder, in: range, to: &singles)
    for fire in singles.fires {
      result.modify(fire.repetition, fire.component) { $0.insert(fire.at) }
    }
    result.removeAll(upTo: range.lowerBound - 1)
    result.removeAll(from: range.upperBound)
    return result
  }

  private func insert(
    _ alarm: Alarm, _ timing: AlarmTiming, _ start: Instant, _ result: inout FireDays
  ) {
    let first = timing.firstAlert(alarm.trigger, ofOccurrenceAt: start)
    for repetition in 0...min(alarm.effectiveRepeatCount, SeriesExpansion.maximumRepeats) {
      let instant = alarm.repetition(repetition, after: first, in: zone)
      result.modify(repetition, 0) { $0.insert(instant) }
    }
  }

  /// The way from an occurrence's start to a fire where no clock change lies between them.
  private enum Step {
    /// Seconds on an unchanged clock.
    case seconds(Int)
    /// A time of day of the first day, and seconds from there.
    case timeOfDay(Int, Int)

    /// The seconds from the midnight of an occurrence's day.
    func second(from time: Int) -> Int {
      switch self {
      case .seconds(let seconds): time + seconds
      case .timeOfDay(let time, let seconds): time + seconds
      }
    }
  }

  private struct Steps {
    /// The way to each fire, first alert and repeats.
    let all: [Step]
    /// How far fires and ends lie from an occurrence's midnight at most, in seconds.
    let reach: ClosedRange<Int>
    var reachInDays: Int { (max(abs(reach.lowerBound), abs(reach.upperBound))) / 86_400 + 2 }
  }

  private func nominalSteps(
    of alarm: Alarm, _ timing: AlarmTiming, _ anchor: CalendarTime
  ) -> Steps? {
    let length = timing.nominalLength
    let interval = alarm.repeatInterval.days * 86_400 + alarm.repeatInterval.seconds
    guard alarm.effectiveRepeatCount == 0 || interval < SeriesExpansion.maximumReach else {
      return nil
    }
    let all = (0...min(alarm.effectiveRepeatCount, SeriesExpansion.maximumRepeats)).compactMap {
      repetition -> Step? in
      let added = interval * repetition
      switch alarm.trigger {
      case .absolute: return nil
      case .timeOfDay(let time): return .timeOfDay(time, added)
      case .relative(let offset, let base):
        return .seconds(
          (base == .end ? length : 0) + offset.days * 86_400 + offset.seconds + added)
      }
    }
    let ends =
      all.flatMap { [$0.second(from: 0), $0.second(from: 86_399)] } + [0, length + 86_399]
    guard let least = ends.min(), let most = ends.max(),
      -least < SeriesExpansion.maximumReach, most < SeriesExpansion.maximumReach
    else { return nil }
    return Steps(all: all, reach: least...most)
  }

  /// The days on which an occurrence at a time of day has a clock change between midnight before
  /// and its last fire.
  private func daysNearClockChanges(
    at time: Int, _ steps: Steps, _ range: Range<Instant>
  ) -> [Int] {
    var points = steps.all.map { $0.second(from: time) } + [time]
    if let timing = timings[0] { points.append(time + timing.nominalLength) }
    guard let least = points.min(), let most = points.max() else { return [] }
    let margin = SeriesExpansion.maximumReach
    return zone.transitions(in: range.lowerBound - margin..<range.upperBound + margin).flatMap {
      transition in
      let affected = transition.affectedCivil
      let first = (affected.lowerBound.secondsSince1970 - most).floorQuotient(86_400)
      let last = (affected.upperBound.secondsSince1970 - least).floorQuotient(86_400)
      return Array(first...max(first, last))
    }
  }
}

extension Range<Int> {
  fileprivate func widened(by margin: Int) -> Range<Int> {
    lowerBound - margin..<upperBound + margin
  }
}
