package import CivilTime

extension RuleExpansion {
  /// The times of the rule as days by time of day, on an unchanged clock.
  ///
  /// Where all selected days have the same times, the days are found once, so that a century costs
  /// little more than its days.
  ///
  /// - Parameter dayRange: The days, as days since 1970-01-01.
  /// - Returns: The days by time of day, DTSTART included; nil for a rule whose times
  ///   come back neither each day nor each week, and where a bound on steps is reached.
  package func timedDays(in dayRange: Range<Int>) -> DaysByTime? {
    var result: DaysByTime
    switch intervals {
    case .days(let days, let times, let positions) where positions.keepsAll && rule.count == nil:
      result = DaysByTime(days.daySet(in: dayRange), at: times)
    case .days:
      return collected(in: dayRange)
    case .clock(let clock):
      guard rule.count == nil else { return collected(in: dayRange) }
      guard let selected = clock.timedDays(in: dayRange) else { return nil }
      result = selected
    }
    result.changeAll { time, days in
      let isAfterStart = time >= start.time
      days.keep(from: isAfterStart ? start.dayNumber : start.dayNumber + 1)
      if let last = lastDay(at: time) { days.keep(before: last + 1) }
    }
    result.insert(start.dayNumber, at: start.time, in: dayRange)
    return result
  }

  /// The most times that are collected one by one.
  ///
  /// A rule with COUNT or BYSETPOS that gives more is no pattern that a few triggers could follow.
  private static let maximumCollected = 200_000

  private func collected(in dayRange: Range<Int>) -> DaysByTime? {
    var result = DaysByTime()
    var count = 0
    let range =
      CivilDateTime(
        dayNumber: dayRange.lowerBound, time: .midnight)..<CivilDateTime(
        dayNumber: dayRange.upperBound, time: .midnight)
    guard !hasMore(than: RuleExpansion.maximumCollected, in: range) else { return nil }
    let ending = forEach(in: range) { civil in
      result.insert(civil.dayNumber, at: civil.time, in: dayRange)
      count += 1
      // Each time of day has a set of all days.
      return count < RuleExpansion.maximumCollected && result.count <= ClockIntervals.maximumTimes
    }
    return ending == .complete ? result : nil
  }

  /// The last day on which UNTIL allows a time of day; nil without UNTIL.
  private func lastDay(at time: TimeOfDay) -> Int? {
    guard let until = rule.until else { return nil }
    // UNTIL in UTC and the local day differ by a day at most.
    let day = until.civil.dayNumber
    return (day - 2...day + 2).last {
      self.until.allows(CivilDateTime(dayNumber: $0, time: time))
    } ?? day - 3
  }
}

extension ClockIntervals {
  /// The most times of day of a pattern: one every ten seconds, 30 MB of days up to 2100.
  fileprivate static let maximumTimes = 8_640

  /// The times as days by time of day, from long before DTSTART; nil where they come back neither
  /// each day nor each week.
  fileprivate func timedDays(in dayRange: Range<Int>) -> DaysByTime? {
    let day = 86_400
    let week = 7 * day
    if times.isEmpty { return DaysByTime() }
    let period = day % step == 0 ? day : week % step == 0 ? week : nil
    guard let period, period / step * times.count <= ClockIntervals.maximumTimes * 7 else {
      return nil
    }
    let selected = daySet(in: dayRange)
    var result = DaysByTime()
    for index in 0..<(period / step) {
      let interval = start(ofInterval: index)
      guard allows(interval.time) else { continue }
      let days =
        period == day
        ? selected : selected.intersection(weekday: Weekday(dayNumber: interval.dayNumber))
      for time in times {
        result.formUnion(
          days, at: TimeOfDay(secondOfDay: interval.time.secondOfDay + time))
      }
    }
    return result.count <= ClockIntervals.maximumTimes ? result : nil
  }
}

extension DaySet {
  /// The members that fall on a weekday.
  fileprivate func intersection(weekday: Weekday) -> DaySet {
    var result = DaySet(in: range)
    let first = weekday.firstDay(from: range.lowerBound)
    for day in stride(from: first, to: range.upperBound, by: 7) where contains(day) {
      result.insert(day)
    }
    return result
  }
}
