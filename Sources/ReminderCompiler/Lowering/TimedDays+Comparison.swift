import CivilTime

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
