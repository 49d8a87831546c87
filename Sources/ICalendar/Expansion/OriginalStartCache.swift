package import CivilTime

extension RuleExpansion {
  /// Returns the times of the rule as days by time of day, without clock changes.
  ///
  /// If all selected days have the same times, the days are computed once, so that a century costs
  /// little more than its days.
  ///
  /// - Parameter dayRange: The days, in days since 1970-01-01.
  /// - Returns: The days by time of day, including DTSTART; nil for a rule with too many times of
  ///   day, and if a limit is reached.
  package func timedDays(in dayRange: Range<Int>) -> DaysByTime? {
    var result: DaysByTime
    let first = CivilDateTime(dayNumber: dayRange.lowerBound, time: .midnight)
    let remaining = remaining(from: first)
    switch intervals {
    // Each time of day has a set of all days, too much for a COUNT that doesn't reach them all.
    case .days(let days, let times, let positions)
    where positions.keepsAll && times.count <= remaining ?? 0
      && times.count <= SeriesExpansion.maximumTimesOfDay:
      result = DaysByTime(days.daySet(in: dayRange), at: times)
    case .days:
      var expansion = self
      if let remaining, remaining < .max { expansion.counted = .upTo(first, remaining: remaining) }
      return expansion.collected(in: dayRange)
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
    if let remaining, remaining < .max {
      if startsWithStart { result.remove(start.dayNumber, at: start.time) }
      result.keep(first: remaining)
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
      // Each time of day needs a set of all days.
      return count < SeriesExpansion.maximumFires
        && result.count <= SeriesExpansion.maximumTimesOfDay
    }
    return ending == .complete ? result : nil
  }

  /// The last day on which UNTIL allows a time of day; nil without UNTIL.
  private func lastDay(at time: TimeOfDay) -> Int? {
    guard let until = rule.until else { return nil }
    // An UNTIL in UTC and its local day differ by one day at most.
    let day = until.civil.dayNumber
    return (day - 2...day + 2).last {
      self.until.allows(CivilDateTime(dayNumber: $0, time: time))
    } ?? day - 3
  }
}

extension ClockIntervals {
  /// Returns the times as days by time of day, from long before DTSTART on; nil if there are too
  /// many times of day.
  ///
  /// Intervals repeat after some days: every 5 hours after 5 days, every 7 minutes after 7 days.
  fileprivate func timedDays(in dayRange: Range<Int>) -> DaysByTime? {
    if times.isEmpty { return DaysByTime() }
    let count = 86_400 / 86_400.greatestCommonDivisor(with: step)
    let days = step * count / 86_400
    guard count * times.count <= SeriesExpansion.maximumTimesOfDay * 7 else { return nil }
    let selected = daySet(in: dayRange)
    var result = DaysByTime()
    for index in 0..<count {
      let interval = start(ofInterval: index)
      guard allows(interval.time) else { continue }
      let first =
        dayRange.lowerBound + (interval.dayNumber - dayRange.lowerBound).floorModulo(days)
      let own =
        days == 1
        ? selected : selected.intersection(DaySet(in: dayRange, 1, every: days, from: first))
      for time in times {
        result.formUnion(own, at: TimeOfDay(secondOfDay: interval.time.secondOfDay + time))
      }
    }
    return result.count <= SeriesExpansion.maximumTimesOfDay ? result : nil
  }
}

extension DayIntervals {
  /// Returns the selected days of all intervals in a range.
  ///
  /// - Parameter dayRange: The days, in days since 1970-01-01. Days before DTSTART's interval are
  ///   never selected. Days in that interval can be selected even if they are before DTSTART.
  /// - Returns: The days.
  func daySet(in dayRange: Range<Int>) -> DaySet {
    // SKIP moves days from one interval to the next, and BYWEEKNO doesn't select by months.
    guard moved == nil, weeks.isEmpty else { return walkedDaySet(in: dayRange) }
    switch frequency {
    case .yearly: return daySet(in: dayRange, monthsEach: 12)
    case .monthly: return daySet(in: dayRange, monthsEach: 1)
    case .weekly: return daySet(in: dayRange, daysEach: 7)
    default: return daySet(in: dayRange, daysEach: 1)
    }
  }

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

  private func walkedDaySet(in dayRange: Range<Int>) -> DaySet {
    var result = DaySet(in: dayRange)
    var selected = SelectedDays()
    var index = index(before: dayRange.lowerBound)
    // Each interval has at least one day, so the loop ends with the range.
    while selectDays(ofInterval: index, into: &selected) < dayRange.upperBound {
      for day in selected.days { result.insert(day) }
      index += 1
    }
    return result
  }
}

extension DayFilter {
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

/// A cache of a series' original starts as days by time of day.
///
/// The first alarm computes them and the others reuse them.
package struct OriginalStartCache: Sendable {
  /// The days around a range; `days` is nil if days cannot describe the series.
  private var found: (range: Range<Int>, days: DaysByTime?)?

  package init() {}

  /// Returns the days of a series around a range of days, without clock changes; nil if days cannot
  /// describe the series.
  mutating func days(of starts: OccurrenceStarts, around dayRange: Range<Int>) -> DaysByTime? {
    if let found, found.range == dayRange { return found.days }
    // An alarm's distance from its occurrence is limited, except for clock changes and quiet hours.
    let margin = AlarmOffsets.maximumDistance / 86_400 + 5
    let days = starts.timedDays(in: dayRange.lowerBound - margin..<dayRange.upperBound + margin)
    found = (dayRange, days)
    return days
  }
}
