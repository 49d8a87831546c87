import CivilTime
import NotificationTriggers

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
