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

  private func collected(in dayRange: Range<Int>) -> DaysByTime? {
    var result = DaysByTime()
    var count = 0
    let range =
      CivilDateTime(
        dayNumber: dayRange.lowerBound, time: .midnight)..<CivilDateTime(
        dayNumber: dayRange.upperBound, time: .midnight)
    let ending = forEach(in: range) { civil in
      result.insert(civil.dayNumber, at: civil.time, in: dayRange)
      count += 1
      // Each time of day has a set of all days.
      return count < SeriesExpansion.maximumFires
        && result.count <= SeriesExpansion.maximumTimesOfDay
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
  /// The times as days by time of day, from long before DTSTART; nil where they come back neither
  /// each day nor each week.
  fileprivate func timedDays(in dayRange: Range<Int>) -> DaysByTime? {
    let day = 86_400
    let week = 7 * day
    if times.isEmpty { return DaysByTime() }
    let period = day % step == 0 ? day : week % step == 0 ? week : nil
    guard let period, period / step * times.count <= SeriesExpansion.maximumTimesOfDay * 7 else {
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
    return result.count <= SeriesExpansion.maximumTimesOfDay ? result : nil
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

extension DayIntervals {
  /// The selected days of all intervals in a range.
  ///
  /// - Parameter dayRange: The days, as days since 1970-01-01; those before DTSTART's interval are
  ///   never selected, those of it before DTSTART can be.
  /// - Returns: The days.
  func daySet(in dayRange: Range<Int>) -> DaySet {
    // SKIP moves days from one interval to the next, and weeks of a year are no months.
    guard moved == nil, weeks.isEmpty else { return walkedDaySet(in: dayRange) }
    switch frequency {
    case .yearly: return daySet(in: dayRange, monthsEach: 12)
    case .monthly: return daySet(in: dayRange, monthsEach: 1)
    case .weekly: return daySet(in: dayRange, daysEach: 7)
    default: return daySet(in: dayRange, daysEach: 1)
    }
  }

  /// The selected days of intervals of days or weeks.
  private func daySet(in dayRange: Range<Int>, daysEach: Int) -> DaySet {
    let first = firstDay(ofInterval: 0)
    var days = filter.daySet(in: dayRange)
    if interval == 1 {
      days.keep(from: first)
    } else {
      let bits: UInt64 = 1 << UInt64(daysEach) - 1
      days.formIntersection(
        DaySet(in: dayRange, bits, every: daysEach * interval, from: first))
    }
    return days
  }

  /// The selected days of intervals of months or years.
  private func daySet(in dayRange: Range<Int>, monthsEach: Int) -> DaySet {
    var result = DaySet(in: dayRange)
    let step = interval * monthsEach
    var number = origin * monthsEach + max(0, index(upTo: dayRange.lowerBound)) * step
    while true {
      for offset in 0..<monthsEach {
        let month = filter.month(number: number + offset)
        guard month.firstDayNumber < dayRange.upperBound else { return result }
        result.insert(UInt64(month.selected), from: month.firstDayNumber)
      }
      number += step
    }
  }

  /// The selected days, interval by interval.
  private func walkedDaySet(in dayRange: Range<Int>) -> DaySet {
    var result = DaySet(in: dayRange)
    var selected = SelectedDays()
    var index = index(before: dayRange.lowerBound)
    // Each interval is at least a day long: the loop ends with the range.
    while selectDays(ofInterval: index, &selected) < dayRange.upperBound {
      for day in selected.days { result.insert(day) }
      index += 1
    }
    return result
  }
}

extension DayFilter {
  /// The selected days of a range.
  func daySet(in dayRange: Range<Int>) -> DaySet {
    if selectsAll { return DaySet(all: dayRange) }
    if weekdayCount != nil {
      let bits = UInt64(WeekdaySet(rawValue: weekdays).days(from: .monday) & 0x7F)
      let monday = Weekday.monday.firstDay(from: dayRange.lowerBound - 6)
      return DaySet(in: dayRange, bits, every: 7, from: monday)
    }
    var result = DaySet(in: dayRange)
    var day = dayRange.lowerBound
    while day < dayRange.upperBound {
      let month = month(containing: day)
      result.insert(UInt64(month.selected), from: month.firstDayNumber)
      day = month.end
    }
    return result
  }
}

/// The original starts of a series as days by time of day: found for the first of its alarms, and
/// at hand for the others.
package struct StartDays: Sendable {
  /// What was found around some days; no days for a series that days can't describe.
  private var found: (range: Range<Int>, days: DaysByTime?)?

  /// Makes a place for the days of one series.
  package init() {}

  /// The days of a series around a range of days, on an unchanged clock; nil for a series that days
  /// can't describe.
  mutating func days(of starts: OccurrenceStarts, around dayRange: Range<Int>) -> DaysByTime? {
    if let found, found.range == dayRange { return found.days }
    // An alarm lies no farther from its occurrence, but for clock changes and quiet hours.
    let margin = AlarmSteps.maximumDistance / 86_400 + 5
    let days = starts.timedDays(in: dayRange.lowerBound - margin..<dayRange.upperBound + margin)
    found = (dayRange, days)
    return days
  }
}
