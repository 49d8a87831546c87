import CivilTime
import NotificationTriggers

/// A repeating pattern held against what a group asks for.
struct Candidate: Sendable {
  /// The pattern.
  let pattern: CalendarPattern
  /// The first instant at which it fires without being asked; nil where there is none up to the end
  /// of the proof.
  let firstUnasked: Instant?
  /// What it answers before that: its fires at its times on the wall clock, and those that a clock
  /// change moves, but for echoes.
  let fires: TimedDays
  /// The same with the echoes that it fires.
  let allFires: TimedDays
  /// How many fires it answers before the horizon's end.
  let answered: Int

  /// Holds a pattern against what is asked for, to the end of the proof; nil where it fires too
  /// early what isn't asked.
  ///
  /// Every fire is looked at: the days of the class as a set, and those that a clock change
  /// displaces by what the simulator makes of them.
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - days: The days of its class in the range of the proof.
  ///   - wanted: What is asked for.
  ///   - clockChangesMatter: Whether any clock change can displace a fire of the pattern.
  ///   - horizonEnd: The end of the fires that slots are spent on.
  ///   - earliestRemoval: From when on it may fire what isn't asked, and has to be taken away.
  init?(
    _ pattern: CalendarPattern, days: DaySet, wanted: WantedTimes, clockChangesMatter: Bool,
    horizonEnd: Instant, earliestRemoval: Instant
  ) {
    var fires = wanted.fires(of: pattern, days: days, clockChangesMatter: clockChangesMatter)
    firstUnasked = fires.first(missingFrom: wanted.allowed)
    if let firstUnasked {
      guard firstUnasked >= earliestRemoval else { return nil }
      fires.removeAll(from: firstUnasked)
    }
    allFires = fires
    fires.subtract(wanted.echoes)
    self.pattern = pattern
    self.fires = fires
    answered = fires.count(before: horizonEnd)
  }
}

extension WantedTimes {
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
      own.keep(before: firstDay(at: time, notBefore: end))
      fires.days[time] = own
    }
    if clockChangesMatter {
      for displacement in pattern.displacements(
        in: clockChanges, zone: zone)
      {
        fires.days[displacement.nominal.time]?.remove(displacement.dayNumber)
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

extension TimedDays {
  /// The first instant that another collection lacks.
  func first(missingFrom other: TimedDays) -> Instant? {
    let byTime = days.compactMap { time, days -> Instant? in
      let day = other.days[time].map { days.firstMember(missingFrom: $0) } ?? days.first(from: .min)
      return day.map { zone.instant(of: CivilDateTime(dayNumber: $0, time: time)) }
    }
    return (byTime + secondPasses.subtracting(other.secondPasses)).min()
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

  /// Takes away all instants of another collection.
  mutating func subtract(_ other: TimedDays) {
    secondPasses.subtract(other.secondPasses)
    for (time, members) in other.days { days[time]?.subtract(members) }
  }

  /// The first instant that another collection has too.
  func firstCommon(with other: TimedDays) -> Instant? {
    let byTime = days.compactMap { time, days -> Instant? in
      other.days[time].flatMap { days.firstCommonMember(with: $0) }.map {
        zone.instant(of: CivilDateTime(dayNumber: $0, time: time))
      }
    }
    return (byTime + secondPasses.intersection(other.secondPasses)).min()
  }
}

extension TimeClass {
  /// The times of day, ascending.
  var timesOfDay: LazyMapSequence<StrideTo<Int>, TimeOfDay> {
    stride(from: offsetInPeriod, to: 86_400, by: period).lazy.map(TimeOfDay.init(secondOfDay:))
  }
}
