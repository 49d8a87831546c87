package import CivilTime
package import ICalendar

/// An expander that tests every day and every time of day against the table of RFC 5545, 3.3.10.
///
/// It is slow and simple, so that a reader can compare it with the RFC.
package struct LiteralExpander {
  private let rule: RecurrenceRule
  private let start: CivilDateTime
  private let first: WallCalendar.Day
  private let firstWeek: WallCalendar.Week
  private let calendar = WallCalendar.shared
  private let weeks: [WallCalendar.Week]

  package init(_ rule: RecurrenceRule, start: CivilDateTime) {
    self.rule = rule
    self.start = start
    weeks = calendar.weeks[rule.weekStart.rawValue]
    let index = calendar.index(ofDayNumber: start.dayNumber)
    first = calendar.days[index]
    firstWeek = weeks[index]
  }

  /// The times from DTSTART to `end`, at most `limit`.
  package func times(until end: CivilDateTime, limit: Int) -> [CivilDateTime] {
    var result = [start]
    let most = min(limit, rule.count ?? limit)
    var set: [CivilDateTime] = []
    var key = Int.min
    var isOver = result.count >= most
    func closeInterval() {
      for member in keptMembers(of: set) where !isOver && member > start {
        if let until = rule.until, member > until.civil { isOver = true }
        if isOver { return }
        result.append(member)
        isOver = result.count >= most
      }
      set.removeAll()
    }
    // The interval that contains DTSTART may begin before it, which matters for BYSETPOS.
    let lead = rule.frequency == .yearly ? 400 : rule.frequency == .monthly ? 40 : 8
    var day = start.dayNumber - lead
    let times = timesOfDay
    // An interval may end after the range; BYSETPOS needs the whole interval.
    while !isOver, day < end.dayNumber + lead {
      if selects(day) {
        for time in times {
          let civil = CivilDateTime(dayNumber: day, secondOfDay: time)
          guard let interval = interval(of: civil) else { continue }
          if interval != key { closeInterval() }
          if isOver { break }
          key = interval
          set.append(civil)
        }
      }
      day += 1
    }
    if !isOver { closeInterval() }
    return result.filter { $0 < end }
  }

  private func keptMembers(of set: [CivilDateTime]) -> [CivilDateTime] {
    if rule.setPositions.isEmpty { return set }
    var kept: [CivilDateTime] = []
    for (index, member) in set.enumerated() {
      let fromStart = index + 1
      let fromEnd = index - set.count
      if rule.setPositions.contains(fromStart) || rule.setPositions.contains(fromEnd) {
        kept.append(member)
      }
    }
    return kept
  }

  /// The number of the interval that contains a time, or nil where INTERVAL skips it.
  private func interval(of civil: CivilDateTime) -> Int? {
    let index = calendar.index(ofDayNumber: civil.dayNumber)
    let day = calendar.days[index]
    let distance: Int
    switch rule.frequency {
    case .yearly:
      distance = rule.weeks.isEmpty ? day.year - first.year : weeks[index].year - firstWeek.year
    case .monthly: distance = (day.year - first.year) * 12 + day.month - first.month
    case .weekly:
      // Both days, moved back to the first day of their weeks.
      let mine = civil.dayNumber - (day.weekday - rule.weekStart.rawValue + 7) % 7
      let theirs = start.dayNumber - (first.weekday - rule.weekStart.rawValue + 7) % 7
      distance = (mine - theirs) / 7
    case .daily: distance = civil.dayNumber - start.dayNumber
    case .hourly: distance = hours(civil) - hours(start)
    case .minutely:
      distance = hours(civil) * 60 + civil.minute - hours(start) * 60 - start.minute
    case .secondly: distance = civil.secondsSince1970 - start.secondsSince1970
    }
    return distance >= 0 && distance % rule.interval == 0 ? distance : nil
  }

  private func hours(_ civil: CivilDateTime) -> Int { civil.dayNumber * 24 + civil.hour }

  /// The times of day that BYHOUR, BYMINUTE and BYSECOND allow, with DTSTART's values as defaults.
  private var timesOfDay: [Int] {
    var times: [Int] = []
    for hour in 0..<24 where allows(rule.hours, hour, below: .daily, start.hour) {
      for minute in 0..<60 where allows(rule.minutes, minute, below: .hourly, start.minute) {
        for second in 0..<60 where allows(rule.seconds, second, below: .minutely, start.second) {
          times.append(hour * 3_600 + minute * 60 + second)
        }
      }
    }
    return times
  }

  /// Whether a part allows a value.
  ///
  /// Without the part, a finer frequency allows any value, others only DTSTART's.
  private func allows(
    _ numbers: [Int], _ value: Int, below frequency: RecurrenceRule.Frequency, _ startValue: Int
  ) -> Bool {
    if !numbers.isEmpty { return numbers.contains(value) }
    return rule.frequency < frequency || value == startValue
  }

  /// Whether the date parts of the rule allow a day.
  private func selects(_ dayNumber: Int) -> Bool {
    let index = calendar.index(ofDayNumber: dayNumber)
    let day = calendar.days[index]
    if !rule.months.isEmpty, !rule.months.contains(day.month) { return false }
    if !rule.weeks.isEmpty {
      let week = weeks[index]
      guard rule.weeks.contains(week.number) || rule.weeks.contains(week.number - week.count - 1)
      else { return false }
    }
    if !rule.daysOfTheYear.isEmpty {
      guard
        rule.daysOfTheYear.contains(day.dayOfYear)
          || rule.daysOfTheYear.contains(day.dayOfYear - day.yearLength - 1)
      else { return false }
    }
    if !rule.daysOfTheMonth.isEmpty {
      guard
        rule.daysOfTheMonth.contains(day.dayOfMonth)
          || rule.daysOfTheMonth.contains(day.dayOfMonth - day.monthLength - 1)
      else { return false }
    }
    if !rule.weekdays.isEmpty { return rule.weekdays.contains { selects(day, $0) } }
    return isCompletedFromStart(day)
  }

  private func selects(_ day: WallCalendar.Day, _ weekday: RecurrenceRule.WeekdayNumber) -> Bool {
    guard weekday.weekday.rawValue == day.weekday else { return false }
    guard let ordinal = weekday.ordinal else { return true }
    let isInYear = rule.frequency == .yearly && rule.months.isEmpty
    let place = isInYear ? day.dayOfYear : day.dayOfMonth
    let length = isInYear ? day.yearLength : day.monthLength
    // The number of days with this weekday up to the day, and from it on.
    return ordinal > 0
      ? stride(from: place, to: 0, by: -7).count(where: { _ in true }) == ordinal
      : stride(from: place, through: length, by: 7).count(where: { _ in true }) == -ordinal
  }

  /// Whether the day agrees with DTSTART in the parts that the rule leaves out.
  private func isCompletedFromStart(_ day: WallCalendar.Day) -> Bool {
    let saysDay = !rule.daysOfTheMonth.isEmpty || !rule.daysOfTheYear.isEmpty
    switch rule.frequency {
    case .weekly: return day.weekday == first.weekday
    case .monthly: return saysDay || day.dayOfMonth == first.dayOfMonth
    case .yearly where !saysDay:
      if !rule.weeks.isEmpty { return day.weekday == first.weekday }
      return day.dayOfMonth == first.dayOfMonth
        && (!rule.months.isEmpty || day.month == first.month)
    default: return true
    }
  }
}

/// Every day of some decades, written down by counting.
///
/// It uses no formula of the product, so that an error in one shows.
package struct WallCalendar: Sendable {
  package struct Day: Sendable {
    package var year = 0
    package var month = 0
    package var dayOfMonth = 0
    package var dayOfYear = 0
    package var weekday = 0
    /// The lengths of the day's month and year.
    package var monthLength = 0
    package var yearLength = 0
  }

  /// A week number and its week-numbering year.
  package struct Week: Sendable, Equatable {
    package var year = 0
    package var number = 0
    package var count = 0
  }

  /// The days from 1985-01-01, a Tuesday, to the end of 2065.
  package static let shared = WallCalendar()

  package let days: [Day]
  /// For each first day of the week (0 is Monday), the week of each day.
  package let weeks: [[Week]]
  /// 1985-01-01 as days since 1970-01-01: fifteen years, four of them leap years.
  package static let firstDayNumber = 15 * 365 + 4

  private init() {
    var days: [Day] = []
    var weekday = 1
    for year in 1_985...2_065 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      var dayOfYear = 0
      for (index, length) in lengths.enumerated() {
        for dayOfMonth in 1...length {
          dayOfYear += 1
          days.append(
            Day(
              year: year, month: index + 1, dayOfMonth: dayOfMonth, dayOfYear: dayOfYear,
              weekday: weekday, monthLength: length, yearLength: isLeap ? 366 : 365))
          weekday = (weekday + 1) % 7
        }
      }
    }
    self.days = days
    weeks = (0..<7).map { WallCalendar.weeks(of: days, startingOn: $0) }
  }

  /// Divides the days into weeks; a week belongs to the year that has at least four of its days.
  private static func weeks(of days: [Day], startingOn weekStart: Int) -> [Week] {
    var weeks = Array(repeating: Week(), count: days.count)
    var first = days.firstIndex { $0.weekday == weekStart } ?? 0
    var year = 0
    var number = 0
    var firstOfYear = first
    while first + 7 <= days.count {
      // The fourth day of a week is in the year that has at least four of its days.
      let owner = days[first + 3].year
      if owner != year {
        for index in firstOfYear..<first { weeks[index].count = number }
        (year, number, firstOfYear) = (owner, 0, first)
      }
      number += 1
      for index in first..<(first + 7) { weeks[index] = Week(year: year, number: number, count: 0) }
      first += 7
    }
    return weeks
  }

  func index(ofDayNumber dayNumber: Int) -> Int { dayNumber - WallCalendar.firstDayNumber }
}
