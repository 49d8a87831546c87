import CivilTime

/// The intervals of a rule with a frequency of DAILY, WEEKLY, MONTHLY or YEARLY, and the days in
/// each.
///
/// Interval 0 contains DTSTART. The number of an interval is computed from a day by division, so an
/// expansion can start anywhere.
struct DayIntervals: Sendable {
  let filter: DayFilter
  let frequency: RecurrenceRule.Frequency
  let interval: Int
  private let weekStart: Weekday
  /// The first interval, in its own unit: a day, the first day of a week, a month counted from year
  /// 0, or a year.
  let origin: Int
  /// The weeks to select in each week-numbering year, negative from its end; empty for calendar
  /// years.
  let weeks: [Int]
  /// The days that SKIP may move; nil if it doesn't move any.
  let moved: MovedDays?

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
        // With BYWEEKNO, INTERVAL counts week-numbering years, because only they have weeks.
        rule.weeks.isEmpty
          ? start.year : WeekYear(containing: start.dayNumber, weekStart: rule.weekStart).year
      case .monthly: start.year * 12 + start.month - 1
      case .weekly:
        start.dayNumber - start.weekday.days(after: rule.weekStart)
      default: start.dayNumber
      }
  }

  /// The maximum number of days that an interval can select.
  var mostDays: Int {
    let mostOfMonth = filter.mostDaysOfMonth
    return switch frequency {
    case .yearly where !weeks.isEmpty: 7 * weeks.count
    case .yearly: min(366, mostOfMonth * filter.monthCount)
    case .monthly: mostOfMonth
    case .weekly: filter.weekdayCount ?? 7
    default: 1
    }
  }

  var shortestInterval: Int {
    let unit =
      switch frequency {
      case .yearly: 364
      case .monthly: 28
      case .weekly: 7
      default: 1
      }
    return unit * interval
  }

  func firstDay(ofInterval index: Int) -> Int {
    origin + (frequency == .weekly ? 7 : 1) * index * interval
  }

  /// Returns an interval that begins at or before a day, at most two before the one that contains
  /// it.
  func index(before dayNumber: Int) -> Int {
    // A week-numbering year can begin in the preceding December, and SKIP=FORWARD moves a day into
    // the next month or year. Starting one interval earlier always suffices.
    max(0, index(upTo: dayNumber) - 1)
  }

  /// Returns the last interval of days, weeks, months or calendar years that begins at or before a
  /// day.
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

  /// The selected days of an interval, in storage that is reused for the next interval.
  struct SelectedDays {
    /// The days of the last requested interval, ascending, in days since 1970-01-01.
    fileprivate(set) var days: [Int] = []
    /// The month that was used last.
    ///
    /// Consecutive intervals of days and weeks often share it.
    fileprivate var month: DayFilter.Month?
  }

  /// Finds the selected days of an interval.
  ///
  /// - Parameters:
  ///   - index: The interval.
  ///   - selected: Receives the days, which replace its previous content.
  /// - Returns: The first day that the interval can select.
  func selectDays(ofInterval index: Int, into selected: inout SelectedDays) -> Int {
    selected.days.removeAll(keepingCapacity: true)
    switch frequency {
    case .yearly where !weeks.isEmpty:
      let year = WeekYear(year: origin + index * interval, weekStart: weekStart)
      select(year, into: &selected)
      return year.firstDayNumber
    case .yearly: return select(1...12, ofYear: origin + index * interval, into: &selected)
    case .monthly:
      let number = origin + index * interval
      let month = number.floorModulo(12) + 1
      return select(month...month, ofYear: number.floorQuotient(12), into: &selected)
    case .weekly:
      let first = firstDay(ofInterval: index)
      select(first..<(first + 7), into: &selected)
      return first
    default:
      let day = firstDay(ofInterval: index)
      select(day..<(day + 1), into: &selected)
      return day
    }
  }

  /// Appends the selected days of some months of a year, and returns the first possible day.
  private func select(
    _ months: ClosedRange<Int>, ofYear year: Int, into selected: inout SelectedDays
  ) -> Int {
    let first = CivilDate(uncheckedYear: year, month: months.lowerBound, day: 1).dayNumber
    if let moved {
      let all = months.map { DayFilter.Month(year: year, month: $0) }
      selected.days += moved.days(in: all, filter).filter(filter.matchesWeekday)
      return first - moved.reachBackward
    }
    for number in months where filter.mayMatch(number) {
      let month = filter.month(year: year, month: number)
      month.appendSelected(from: month.firstDayNumber, to: month.end, into: &selected.days)
    }
    return first
  }

  private func select(_ year: WeekYear, into selected: inout SelectedDays) {
    let numbers = Set(weeks.map { $0 > 0 ? $0 : year.weekCount + 1 + $0 })
    for week in numbers.sorted() where (1...year.weekCount).contains(week) {
      let first = year.firstDayNumber + 7 * (week - 1)
      select(first..<(first + 7), into: &selected)
    }
  }

  private func select(_ range: Range<Int>, into selected: inout SelectedDays) {
    if filter.selectsAll {
      selected.days += range
      return
    }
    var day = range.lowerBound
    while day < range.upperBound {
      let known = selected.month.flatMap { $0.contains(day) ? $0 : nil }
      let month = known ?? filter.month(containing: day)
      selected.month = month
      let end = min(range.upperBound, month.end)
      month.appendSelected(from: day, to: end, into: &selected.days)
      day = end
    }
  }
}

/// The days that BYMONTHDAY and BYYEARDAY select if SKIP moves days that don't exist.
///
/// A day beyond either end of its month or year is replaced by the nearest day before (BACKWARD) or
/// after (FORWARD) its position (RFC 7529, 4.1). It is moved before BYDAY is evaluated, and belongs
/// to the interval that lacks it. Below MONTHLY, these parts only limit, so nothing is moved. Weeks
/// that a year lacks are not moved either.
struct MovedDays: Sendable {
  private let daysOfTheMonth: [Int]
  private let daysOfTheYear: [Int]
  private let isForward: Bool

  /// Makes the days of a completed rule; nil if no day can be moved.
  init?(_ rule: RecurrenceRule) {
    guard rule.skip != .omit, rule.frequency >= .monthly, rule.weeks.isEmpty,
      !rule.daysOfTheMonth.isEmpty || !rule.daysOfTheYear.isEmpty
    else { return nil }
    daysOfTheMonth = rule.daysOfTheMonth
    daysOfTheYear = rule.daysOfTheYear
    isForward = rule.skip == .forward
  }

  /// The number of days by which a moved day can precede its interval.
  var reachBackward: Int { isForward ? 0 : 1 }

  /// Returns the days of one interval, ascending, without duplicates, before BYDAY is evaluated.
  ///
  /// - Parameters:
  ///   - months: The months of the interval: all twelve months of a year, or one month.
  ///   - filter: The filter with BYMONTH.
  /// - Returns: The days, in days since 1970-01-01.
  func days(in months: [DayFilter.Month], _ filter: DayFilter) -> [Int] {
    guard let first = months.first else { return [] }
    var byMonth: Set<Int> = []
    // BYMONTH refers to the month that lacks the day, not to the month that the day is moved to.
    for month in months where filter.mayMatch(month.month) {
      for day in daysOfTheMonth {
        byMonth.insert(place(day, from: month.firstDayNumber, length: month.length))
      }
    }
    if daysOfTheYear.isEmpty { return byMonth.sorted() }
    let byYear = Set(
      daysOfTheYear.map {
        place($0, from: first.firstDayNumber, length: CivilDate.length(ofYear: first.year))
      })
    if !daysOfTheMonth.isEmpty { return byYear.intersection(byMonth).sorted() }
    return byYear.filter { filter.mayMatch(CivilDate(dayNumber: $0).month) }.sorted()
  }

  /// The day with a number in a month or year, moved if it doesn't exist.
  private func place(_ number: Int, from first: Int, length: Int) -> Int {
    let offset = number > 0 ? number - 1 : length + number
    if offset < 0 { return isForward ? first : first - 1 }
    if offset >= length { return isForward ? first + length : first + length - 1 }
    return first + offset
  }
}
