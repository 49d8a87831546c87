import CivilTime

/// The days that BYMONTHDAY and BYYEARDAY select where SKIP moves those that don't exist.
///
/// RFC 7529, 4.1: a day beyond either end of its month or year becomes the nearest day before
/// (BACKWARD) or after (FORWARD) the place where it would lie. It is moved before BYDAY looks at
/// it, and belongs to the interval that lacks it. A rule below MONTHLY names no day that doesn't
/// exist: there these parts only limit, and nothing is moved; nor are weeks that a year lacks.
struct MovedDays: Sendable {
  private let daysOfTheMonth: [Int]
  private let daysOfTheYear: [Int]
  private let isForward: Bool

  /// Makes the days of a rule whose days are written out; nil where nothing can be moved.
  init?(_ rule: RecurrenceRule) {
    guard rule.skip != .omit, rule.frequency >= .monthly, rule.weeks.isEmpty,
      !rule.daysOfTheMonth.isEmpty || !rule.daysOfTheYear.isEmpty
    else { return nil }
    daysOfTheMonth = rule.daysOfTheMonth
    daysOfTheYear = rule.daysOfTheYear
    isForward = rule.skip == .forward
  }

  /// How many days before its interval a moved day can lie.
  var reachBackward: Int { isForward ? 0 : 1 }

  /// The days of one interval, ascending and without repeats, before BYDAY.
  ///
  /// - Parameters:
  ///   - months: The interval's months, all twelve of a year or one.
  ///   - filter: What BYMONTH says.
  /// - Returns: The days, as days since 1970-01-01.
  func days(in months: [DayFilter.Month], _ filter: DayFilter) -> [Int] {
    guard let first = months.first else { return [] }
    var byMonth: Set<Int> = []
    // BYMONTH names the month that lacks the day, not the one that the day is moved into.
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

  /// The day that a number means in a month or year, moved where it has no such day.
  private func place(_ number: Int, from first: Int, length: Int) -> Int {
    let offset = number > 0 ? number - 1 : length + number
    if offset < 0 { return isForward ? first : first - 1 }
    if offset >= length { return isForward ? first + length : first + length - 1 }
    return first + offset
  }
}
