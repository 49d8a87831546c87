package import CivilTime
import NotificationTriggers

/// What a group asks for up to the end of the proof.
///
/// A pattern is right where what it fires is allowed; what it answers are the fires alone. A class,
/// since every search of a group asks the same one.
package final class WantedFires: Sendable {
  /// The fires after now and before the end.
  package let fires: TimedDays
  /// The echoes of fires: none of them is one.
  package let echoes: TimedDays
  /// What a pattern may fire: the fires and their echoes.
  let allowed: TimedDays
  /// Fires at or before this instant are not asked of a trigger.
  let now: Instant
  /// From here on nothing is known.
  let end: Instant

  /// The zone whose wall clock is read.
  package var zone: Zone { fires.zone }

  /// How long before now a clock change can still displace a time after it, in seconds: two days.
  private static let lookBack = 2 * 86_400

  /// The instants at which clock changes can displace what is asked for.
  var clockChanges: Range<Instant> { now - WantedFires.lookBack..<end }

  /// Up to when fires depend on the very instant at which a trigger is added: until a clock change
  /// about now is over; nil where none is near.
  let settled: Instant?

  /// How far a clock change reaches into what is asked from now, in seconds: as far as in the
  /// simulator.
  private static let reach = CalendarPattern.marginAroundTransitions

  /// The first wall-clock time after now, and the first one from the end on.
  private let firstTime: CivilDateTime
  private let endTime: CivilDateTime

  /// Makes what a group asks for of its fires as days.
  init(_ fires: TimedDays, echoes: Set<Instant> = [], now: Instant, end: Instant) {
    self.now = now
    self.end = end
    firstTime = fires.zone.firstTime(notBefore: now + 1)
    endTime = fires.zone.firstTime(notBefore: end)
    settled = fires.zone.transitions(in: now - WantedFires.reach..<now + WantedFires.reach).last
      .map { min(end, $0.instant + WantedFires.reach) }
    var fires = fires
    fires.removeAll(upTo: now)
    self.fires = fires
    var own = TimedDays(in: fires.zone, days: fires.dayRange)
    for echo in echoes where echo > now && echo < end { own.insert(echo) }
    self.echoes = own
    if echoes.isEmpty {
      allowed = fires
    } else {
      fires.formUnion(own)
      allowed = fires
    }
  }

  /// The same instants on the wall clock of a zone.
  func read(in zone: Zone) -> WantedFires {
    guard zone != self.zone else { return self }
    var fires = TimedDays(in: zone, days: fires.dayRange)
    fires.insert(contentsOf: self.fires.instants)
    return WantedFires(fires, echoes: Set(echoes.instants), now: now, end: end)
  }

  /// The days between two instants in any zone.
  static func dayRange(now: Instant, end: Instant) -> Range<Int> {
    let first = now.civilInUTC.dayNumber - 1
    return first..<max(first, end.civilInUTC.dayNumber + 2)
  }

  /// The first day on which a time of day lies after now, by the wall clock.
  func firstDay(at time: TimeOfDay) -> Int { firstTime.firstDay(at: time) }

  /// The first day on which a time of day lies at the end or after it, by the wall clock.
  func endDay(at time: TimeOfDay) -> Int { endTime.firstDay(at: time) }

  /// The first day on which a time of day lies at an instant or after it, by the wall clock.
  func firstDay(at time: TimeOfDay, notBefore instant: Instant) -> Int {
    zone.firstTime(notBefore: instant).firstDay(at: time)
  }
}

extension WantedFires {
  /// What a pattern fires after now and before the end, whether it is asked for or not.
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - days: The days of its class in the range of the proof.
  ///   - clockChangesMatter: Whether any clock change can displace a fire of the pattern.
  /// - Returns: Its fires.
  func fires(
    of pattern: CalendarPattern, days: DaySet, clockChangesMatter: Bool
  ) -> TimedDays {
    var fires = TimedDays(in: zone, days: days.range)
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
      // In a repeated hour, a time that was shown before comes once more for who asks only now.
      fires.removeAll(upTo: settled - 1)
      for fire in CalendarFires(of: pattern, in: zone, addedAt: now, until: settled) {
        fires.insert(fire)
      }
    }
    return fires
  }
}

extension WantedFires {
  /// How much of the times of a pattern is looked at for a fire that isn't asked, in seconds.
  private static let soon = 2 * 86_400

  /// The first of a pattern's next fires that isn't asked, of as many as two days of its times
  /// have; nil where it lies farther ahead.
  ///
  /// A pattern of every hour or minute is wrong within hours nearly always, and has a thousand
  /// times of day to be looked at up to 2100 otherwise.
  func firstUnaskedSoon(_ pattern: CalendarPattern) -> Instant? {
    var last = now
    for _ in 0..<WantedFires.soon / pattern.time.period {
      guard let fire = pattern.nextFire(after: last, in: zone), fire < end else { return nil }
      if !allowed.contains(fire) { return fire }
      last = fire
    }
    return nil
  }
}

extension TimedDays {
  /// The first instant that another collection lacks.
  func first(missingFrom other: TimedDays) -> Instant? {
    var first: Instant?
    // By index: nearly always there is one time of day, and no list of it is needed.
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

  /// The last instant that another collection lacks.
  func last(missingFrom other: TimedDays) -> Instant? {
    let byTime = days.compactMap { time, days -> Instant? in
      let empty = DaySet(in: days.range)
      return days.lastMember(missingFrom: other.days[time] ?? empty).map {
        zone.instant(of: CivilDateTime(dayNumber: $0, time: time))
      }
    }
    return (byTime + secondPasses.subtracting(other.secondPasses)).max()
  }

  /// The first instant that another collection has too.
  func firstCommon(with other: TimedDays) -> Instant? {
    let byTime = days.compactMap { time, days -> Instant? in
      other.days[time].flatMap { days.firstCommonMember(with: $0) }.map {
        zone.instant(of: CivilDateTime(dayNumber: $0, time: time))
      }
    }
    if secondPasses.isEmpty { return byTime.min() }
    return (byTime + secondPasses.intersection(other.secondPasses)).min()
  }
}
