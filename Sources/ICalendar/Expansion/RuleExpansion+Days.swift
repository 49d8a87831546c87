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
  package func timedDays(in dayRange: Range<Int>) -> [TimeOfDay: DaySet]? {
    var result: [TimeOfDay: DaySet]
    switch intervals {
    case .days(let days, let times, let positions) where positions.keepsAll && rule.count == nil:
      let selected = days.daySet(in: dayRange)
      result = Dictionary(times.map { ($0, selected) }) { first, _ in first }
    case .days:
      return collected(in: dayRange)
    case .clock(let clock):
      guard rule.count == nil else { return collected(in: dayRange) }
      guard let selected = clock.timedDays(in: dayRange) else { return nil }
      result = selected
    }
    for time in result.keys {
      let isAfterStart = time >= start.time
      result[time]?.keep(from: isAfterStart ? start.dayNumber : start.dayNumber + 1)
      if let last = lastDay(at: time) { result[time]?.keep(before: last + 1) }
    }
    result[start.time, default: DaySet(in: dayRange)].insert(start.dayNumber)
    return result
  }

  /// The most times that are collected one by one.
  ///
  /// A rule with COUNT or BYSETPOS that gives more is no pattern that a few triggers could follow.
  private static let maximumCollected = 200_000

  private func collected(in dayRange: Range<Int>) -> [TimeOfDay: DaySet]? {
    var result: [TimeOfDay: DaySet] = [:]
    var count = 0
    let range =
      CivilDateTime(
        dayNumber: dayRange.lowerBound, time: .midnight)..<CivilDateTime(
        dayNumber: dayRange.upperBound, time: .midnight)
    guard !hasMore(than: RuleExpansion.maximumCollected, in: range) else { return nil }
    let ending = forEach(in: range) { civil in
      result[civil.time, default: DaySet(in: dayRange)].insert(civil.dayNumber)
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

extension DayIntervals {
  /// The selected days of all intervals in a range.
  fileprivate func daySet(in dayRange: Range<Int>) -> DaySet {
    var result = DaySet(in: dayRange)
    var selected = SelectedDays()
    let firstDay = max(dayRange.lowerBound, selectDays(ofInterval: 0, &selected))
    let isCyclic = repeatsWithCalendar && DayIntervals.cyclicDays.contains(dayRange)
    let end = isCyclic ? min(dayRange.upperBound, firstDay + cycle) : dayRange.upperBound
    var index = index(before: dayRange.lowerBound)
    // Each interval is at least a day long: the loop ends with the range.
    while selectDays(ofInterval: index, &selected) < end {
      for day in selected.days { result.insert(day) }
      index += 1
    }
    guard end < dayRange.upperBound else { return result }
    // The last interval may have gone on beyond the cycle, where its days come back anyway.
    var length = cycle
    while firstDay + length < dayRange.upperBound {
      result.formUnion(result.moved(by: length, into: dayRange))
      length *= 2
    }
    return result
  }

  /// The days of 28 years, after which dates fall on the same weekdays.
  private var cycle: Int { 28 * 365 + 7 }

  /// The days between two common years that end a century, 1900 and 2100: there the calendar
  /// repeats every 28 years.
  private static let cyclicDays =
    CivilDate(uncheckedYear: 1901, month: 1, day: 1)
    .dayNumber..<CivilDate(uncheckedYear: 2100, month: 2, day: 1).dayNumber

  /// Whether the intervals come back after 28 years: 336 months, 1,461 weeks.
  private var repeatsWithCalendar: Bool {
    switch frequency {
    case .yearly: 28 % interval == 0
    case .monthly: 336 % interval == 0
    case .weekly: 1_461 % interval == 0
    default: cycle % interval == 0
    }
  }
}

extension ClockIntervals {
  /// The most times of day of a pattern: one every ten seconds, 30 MB of days up to 2100.
  fileprivate static let maximumTimes = 8_640

  /// The times as days by time of day, from long before DTSTART; nil where they come back neither
  /// each day nor each week.
  fileprivate func timedDays(in dayRange: Range<Int>) -> [TimeOfDay: DaySet]? {
    let day = 86_400
    let week = 7 * day
    if times.isEmpty { return [:] }
    let period = day % step == 0 ? day : week % step == 0 ? week : nil
    guard let period, period / step * times.count <= ClockIntervals.maximumTimes * 7 else {
      return nil
    }
    let selected = daySet(in: dayRange)
    var result: [TimeOfDay: DaySet] = [:]
    for index in 0..<(period / step) {
      let interval = start(ofInterval: index)
      guard allows(interval.time) else { continue }
      let days =
        period == day
        ? selected : selected.intersection(weekday: Weekday(dayNumber: interval.dayNumber))
      for time in times {
        let second = TimeOfDay(secondOfDay: interval.time.secondOfDay + time)
        guard let others = result[second] else {
          result[second] = days
          continue
        }
        var union = others
        union.formUnion(days)
        result[second] = union
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
