import CivilTime

/// The intervals of a rule that recurs by days, weeks, months or years, and the days in each.
///
/// Interval 0 holds DTSTART. An interval's number follows from a day by division, so expansion can
/// start anywhere.
struct DayIntervals: Sendable {
  private let filter: DayFilter
  let frequency: RecurrenceRule.Frequency
  let interval: Int
  private let weekStart: Weekday
  /// The first interval in its own unit: a day, the first day of a week, a month counted from year
  /// 0, a year.
  private let origin: Int
  /// The weeks to look at in a week-numbering year, negative from its end; empty for calendar
  /// years.
  private let weeks: [Int]
  /// The days that SKIP may move; nil where it moves none.
  private let moved: MovedDays?

  /// Makes the intervals of a rule from DAILY to YEARLY.
  init(_ rule: RecurrenceRule, start: CivilDate) {
    let completed = rule.completingDays(from: start)
    filter = DayFilter(completed)
    moved = MovedDays(completed)
    frequency = rule.frequency
    interval = rule.interval
    weekStart = rule.weekStart
    weeks = rule.weeks
    origin =
      switch rule.frequency {
      case .yearly:
        // INTERVAL beside BYWEEKNO counts week-numbering years, which are the ones that have weeks.
        rule.weeks.isEmpty
          ? start.year : WeekYear(containing: start.dayNumber, weekStart: rule.weekStart).year
      case .monthly: start.year * 12 + start.month - 1
      case .weekly:
        start.dayNumber - start.weekday.days(after: rule.weekStart)
      default: start.dayNumber
      }
  }

  /// The most days that an interval can select.
  var mostDays: Int {
    switch frequency {
    case .yearly: 366
    case .monthly: 31
    case .weekly: 7
    default: 1
    }
  }

  /// How many days each interval selects, where all select the same number: each day, or weekdays.
  var daysOfEach: Int? {
    switch frequency {
    case .daily where filter.selectsAll: 1
    case .weekly: filter.weekdayCount
    default: nil
    }
  }

  /// The first day of an interval of days or weeks.
  func firstDay(ofInterval index: Int) -> Int {
    origin + (frequency == .weekly ? 7 : 1) * index * interval
  }

  /// An interval that begins at or before a day, at most two before the one that holds it.
  func index(before dayNumber: Int) -> Int {
    // A week-numbering year can begin in the December before, and SKIP=FORWARD moves a day into
    // the next month or year: one interval earlier is always early enough.
    max(0, index(upTo: dayNumber) - 1)
  }

  /// The last interval of days, weeks, months or calendar years that begins at or before a day.
  func index(upTo dayNumber: Int) -> Int {
    let distance =
      switch frequency {
      case .yearly: CivilDate(dayNumber: dayNumber).year - origin
      case .monthly:
        CivilDate(dayNumber: dayNumber).year * 12 + CivilDate(dayNumber: dayNumber).month - 1
          - origin
      case .weekly: (dayNumber - origin).floorQuotient(7)
      default: dayNumber - origin
      }
    return distance.floorQuotient(interval)
  }

  /// Puts the selected days of an interval into an array, ascending.
  ///
  /// - Parameters:
  ///   - days: Receives the days, as days since 1970-01-01; what it held is dropped.
  ///   - index: The interval.
  /// - Returns: The first day that the interval can select.
  func getDays(_ days: inout [Int], ofInterval index: Int) -> Int {
    days.removeAll(keepingCapacity: true)
    switch frequency {
    case .yearly where !weeks.isEmpty:
      let year = WeekYear(year: origin + index * interval, weekStart: weekStart)
      appendDays(in: year, to: &days)
      return year.firstDayNumber
    case .yearly:
      let year = origin + index * interval
      return appendDays(in: (1...12).map { DayFilter.Month(year: year, month: $0) }, to: &days)
    case .monthly:
      let number = origin + index * interval
      let month = DayFilter.Month(
        year: number.floorQuotient(12), month: number.floorModulo(12) + 1)
      return appendDays(in: [month], to: &days)
    case .weekly:
      let first = firstDay(ofInterval: index)
      appendDays(first..<(first + 7), to: &days)
      return first
    default:
      let day = firstDay(ofInterval: index)
      appendDays(day..<(day + 1), to: &days)
      return day
    }
  }

  /// Appends the selected days of a month or of a year's months; returns the first possible one.
  private func appendDays(in months: [DayFilter.Month], to days: inout [Int]) -> Int {
    let first = months.first?.firstDayNumber ?? 0
    if let moved {
      days += moved.days(in: months, filter).filter {
        filter.matchesWeekday($0, in: DayFilter.Month(containing: $0))
      }
      return first - moved.reachBackward
    }
    for month in months where filter.mayMatch(month) {
      for day in month.firstDayNumber..<(month.firstDayNumber + month.length)
      where filter.matches(day, in: month) {
        days.append(day)
      }
    }
    return first
  }

  private func appendDays(in year: WeekYear, to days: inout [Int]) {
    let numbers = Set(weeks.map { $0 > 0 ? $0 : year.weekCount + 1 + $0 })
    for week in numbers.sorted() where (1...year.weekCount).contains(week) {
      let first = year.firstDayNumber + 7 * (week - 1)
      appendDays(first..<(first + 7), to: &days)
    }
  }

  private func appendDays(_ range: Range<Int>, to days: inout [Int]) {
    if filter.selectsAll {
      days += range
      return
    }
    var month = DayFilter.Month(containing: range.lowerBound)
    for day in range {
      if !month.contains(day) { month = DayFilter.Month(containing: day) }
      if filter.matches(day, in: month) { days.append(day) }
    }
  }
}
