package import CivilTime
package import NotificationTriggers

/// The fires of a group up to the end of the proof.
///
/// A pattern is sound if all its fires are allowed. It answers only `fires`, not echoes. It is a
/// class so that all searches of a group share one instance.
package final class GroupSchedule: Sendable {
  /// The fires after now and before the end.
  package let fires: InstantSet
  /// The echoes of the fires.
  ///
  /// They are disjoint from `fires`.
  package let echoes: InstantSet
  /// The instants at which a pattern may fire: the fires and the echoes.
  package let allowed: InstantSet
  /// The instant of compilation.
  ///
  /// A trigger cannot answer fires at or before it.
  let now: Instant
  /// The end of the proof.
  ///
  /// Later fires are unknown.
  let end: Instant

  package var zone: Zone { fires.zone }

  /// The longest time before now, in seconds, at which a clock change can displace a later fire:
  /// two days.
  private static let lookBack = 2 * 86_400

  /// The range of clock changes that can displace a fire.
  var clockChanges: Range<Instant> { now - GroupSchedule.lookBack..<end }

  /// The instant up to which fires depend on the second in which a trigger is added; nil if no
  /// clock change is near now.
  let settled: Instant?

  /// The longest effect of a clock change in seconds, as in the simulator.
  private static let reach = CalendarPattern.marginAroundTransitions

  /// The first wall-clock time after now, and the first one at or after the end.
  private let firstTime: CivilDateTime
  private let endTime: CivilDateTime

  init(_ fires: InstantSet, echoes: Set<Instant> = [], now: Instant, end: Instant) {
    self.now = now
    self.end = end
    firstTime = fires.zone.firstTime(notBefore: now + 1)
    endTime = fires.zone.firstTime(notBefore: end)
    settled = fires.zone.transitions(in: now - GroupSchedule.reach..<now + GroupSchedule.reach).last
      .map { min(end, $0.instant + GroupSchedule.reach) }
    var fires = fires
    fires.removeAll(upTo: now)
    self.fires = fires
    var own = InstantSet(in: fires.zone, days: fires.dayRange)
    for echo in echoes where echo > now && echo < end { own.insert(echo) }
    self.echoes = own
    if echoes.isEmpty {
      allowed = fires
    } else {
      fires.formUnion(own)
      allowed = fires
    }
  }

  /// Returns the same instants by the wall clock of another zone.
  func read(in zone: Zone) -> GroupSchedule {
    guard zone != self.zone else { return self }
    return GroupSchedule(
      fires.read(in: zone), echoes: Set(echoes.instants), now: now, end: end)
  }

  /// Returns the days between two instants in any zone, as days since 1970-01-01.
  static func dayRange(now: Instant, end: Instant) -> Range<Int> {
    let first = now.civilInUTC.dayNumber - 1
    return first..<max(first, end.civilInUTC.dayNumber + 2)
  }

  /// Returns the first day on which a time of day is after now.
  func firstDay(at time: TimeOfDay) -> Int { firstTime.firstDay(at: time) }

  /// Returns the first day on which a time of day is at or after the end.
  func endDay(at time: TimeOfDay) -> Int { endTime.firstDay(at: time) }

  /// Returns the first day on which a time of day is at or after an instant.
  func firstDay(at time: TimeOfDay, notBefore instant: Instant) -> Int {
    zone.firstTime(notBefore: instant).firstDay(at: time)
  }
}

extension GroupSchedule {
  /// Returns the fires of a pattern after now and before the end, expected or not.
  package func fires(
    of pattern: CalendarPattern, days: DaySet, clockChangesMatter: Bool
  ) -> InstantSet {
    var fires = InstantSet(in: zone, days: days.range)
    for time in pattern.time.timesOfDay {
      var own = days
      own.keep(from: firstDay(at: time))
      own.keep(before: endDay(at: time))
      fires.days[time] = own
    }
    if clockChangesMatter {
      for displacement in pattern.displacements(
        in: clockChanges, zone: zone)
      {
        fires.days.remove(displacement.dayNumber, at: displacement.nominal.time)
        let actual: [Instant] =
          switch displacement.outcome {
          case .dropped: []
          case .moved(let instant): [instant]
          case .repeated(let first, let second): [first, second]
          }
        for instant in actual where instant > now && instant < end {
          fires.insert(instant)
        }
      }
    }
    if let settled {
      // In a repeated hour, a trigger that is added between the passes fires in the second pass.
      fires.removeAll(upTo: settled - 1)
      for fire in TriggerFireDates(of: pattern, in: zone, addedAt: now, until: settled) {
        fires.insert(fire)
      }
    }
    return fires
  }
}

extension GroupSchedule {
  /// Returns the clock changes at which a layer fails to repeat patterns of a time, in ascending
  /// order, from a year before now.
  package func failingChanges(at time: TimeClass, _ repetition: RepetitionModel) -> [Instant] {
    let changes = zone.transitions(in: now - GroupSchedule.longestInterval * 86_400..<end)
    switch repetition.failingChanges {
    case .none: return []
    case .all: return changes.map(\.instant)
    case .ofTheirTime:
      guard let everyDay = CalendarPattern(.everyDay, at: time) else { return [] }
      return changes.filter { !everyDay.nominals(at: $0).isEmpty }.map(\.instant)
    }
  }

  /// The most days from a date of a pattern to the next one.
  private static let longestInterval = 366

  /// Finds the instant up to which a layer repeats a pattern reliably.
  ///
  /// It is a day before the first clock change from which on the layer fails.
  /// Clock changes on other days than the pattern's count, because some layers step over all days to
  /// the next date. So do those since the last date, because others begin there.
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - repetition: How the layer repeats it.
  ///   - failing: The clock changes of ``failingChanges(at:_:)``, for all patterns of a time.
  /// - Returns: The instant; nil for the end of the proof.
  package func reliableEnd(
    of pattern: CalendarPattern, _ repetition: RepetitionModel, failing: [Instant]
  ) -> Instant? {
    let day = 86_400
    let interval =
      switch pattern.days {
      case _ where repetition.keepsInstants: 1
      case .everyDay: 1
      case .weekday: 7
      case .dayOfMonth: 31
      case .date, .ordinalWeekday, .once: GroupSchedule.longestInterval
      }
    return failing.first { $0 >= now - interval * day }.map { $0 - day }
  }
}

extension GroupSchedule {
  /// The duration of the times that `firstUnexpectedSoon(_:)` compares, in seconds.
  private static let soon = 2 * 86_400

  /// Returns the first unexpected fire among the pattern's next fires; nil if none is unexpected.
  ///
  /// It compares as many fires as two days of the pattern have. Nearly every hourly or minutely
  /// pattern fires unexpectedly within hours. Comparing all of its times of day up to 2100 would be
  /// slow.
  package func firstUnexpectedSoon(_ pattern: CalendarPattern) -> Instant? {
    var last = now
    for _ in 0..<GroupSchedule.soon / pattern.time.period {
      guard let fire = pattern.nextFire(after: last, in: zone), fire < end else { return nil }
      if !allowed.contains(fire) { return fire }
      last = fire
    }
    return nil
  }
}

extension InstantSet {
  /// Returns the first instant that is missing in another set; nil for none.
  package func first(missingFrom other: InstantSet) -> Instant? {
    var first: Instant?
    // Access by index avoids an array for the usual single time of day.
    for index in days.indices {
      let (time, days) = days[index]
      let day = other.days[time].map { days.firstMember(missingFrom: $0) } ?? days.first(from: .min)
      guard let day else { continue }
      let instant = zone.instant(of: CivilDateTime(dayNumber: day, time: time))
      first = min(first ?? instant, instant)
    }
    guard !secondPasses.isEmpty,
      let second = secondPasses.subtracting(other.secondPasses).min()
    else { return first }
    return min(first ?? second, second)
  }

  /// Returns the last instant that is missing in another set; nil for none.
  package func last(missingFrom other: InstantSet) -> Instant? {
    let byTime = days.compactMap { time, days -> Instant? in
      let empty = DaySet(in: days.range)
      return days.lastMember(missingFrom: other.days[time] ?? empty).map {
        zone.instant(of: CivilDateTime(dayNumber: $0, time: time))
      }
    }
    return (byTime + secondPasses.subtracting(other.secondPasses)).max()
  }

  /// Returns the first instant that both sets have; nil for none.
  func firstCommon(with other: InstantSet) -> Instant? {
    let byTime = days.compactMap { time, days -> Instant? in
      other.days[time].flatMap { days.firstCommonMember(with: $0) }.map {
        zone.instant(of: CivilDateTime(dayNumber: $0, time: time))
      }
    }
    if secondPasses.isEmpty { return byTime.min() }
    return (byTime + secondPasses.intersection(other.secondPasses)).min()
  }
}
