import CivilTime

extension TimedDays {
  /// The first instant that another collection lacks.
  func first(missingFrom other: TimedDays) -> Instant? {
    let byTime = days.compactMap { time, days -> Instant? in
      let day = other.days[time].map { days.firstMember(missingFrom: $0) } ?? days.first(from: .min)
      return day.map { zone.instant(of: CivilDateTime(dayNumber: $0, time: time)) }
    }
    if secondPasses.isEmpty { return byTime.min() }
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
