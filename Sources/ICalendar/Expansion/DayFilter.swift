import CivilTime

/// The days that a rule's date parts select, compiled into bit masks (RFC 5545, 3.3.10).
///
/// A day of an interval is selected if every part matches it. This is the RFC's table in terms of
/// sets: expanding and limiting parts differ in their evaluation, not in their result.
struct DayFilter: Sendable {
  private enum OrdinalScope: Sendable {
    case month, year
  }

  struct Month: Sendable {
    let year: Int
    let month: Int
    /// The first day, in days since 1970-01-01.
    let firstDayNumber: Int
    let length: Int
    /// The selected days.
    ///
    /// Bit 0 is the first day of the month.
    fileprivate(set) var selected: UInt32 = 0

    init(year: Int, month: Int) {
      self.year = year
      self.month = month
      firstDayNumber = CivilDate(uncheckedYear: year, month: month, day: 1).dayNumber
      length = CivilDate.length(ofMonth: month, year: year)
    }

    /// The first day of the next month, in days since 1970-01-01.
    var end: Int { firstDayNumber + length }

    func contains(_ dayNumber: Int) -> Bool {
      dayNumber >= firstDayNumber && dayNumber < end
    }

    func selects(_ dayNumber: Int) -> Bool {
      selected >> UInt32(dayNumber - firstDayNumber) & 1 == 1
    }

    /// Appends the selected days of a range within the month, in ascending order.
    func appendSelected(from day: Int, to end: Int, into days: inout [Int]) {
      var left = UInt64(selected) >> UInt64(day - firstDayNumber) & (1 << UInt64(end - day) - 1)
      while left != 0 {
        days.append(day + left.trailingZeroBitCount)
        left &= left - 1
      }
    }
  }

  private let months: UInt16
  private let daysFromStart: UInt32
  private let daysFromEnd: UInt32
  private let daysOfTheYear: [Int]
  private let weeksFromStart: UInt64
  private let weeksFromEnd: UInt64
  // Bits instead of a set, because they are rotated and multiplied.
  let weekdays: UInt8
  private let numberedWeekdays: [RecurrenceRule.WeekdayNumber]
  private let ordinalScope: OrdinalScope
  private let weekStart: Weekday
  let selectsAll: Bool
  /// Whether BYDAY without ordinals is the only date part.
  private let hasOnlyWeekdays: Bool

  init(_ completed: RecurrenceRule) {
    months = completed.months.reduce(0) { $0 | 1 << UInt16($1) }
    daysFromStart = completed.daysOfTheMonth.filter { $0 > 0 }.reduce(0) { $0 | 1 << UInt32($1) }
    daysFromEnd = completed.daysOfTheMonth.filter { $0 < 0 }.reduce(0) { $0 | 1 << UInt32(-$1) }
    daysOfTheYear = completed.daysOfTheYear
    weeksFromStart = completed.weeks.filter { $0 > 0 }.reduce(0) { $0 | 1 << UInt64($1) }
    weeksFromEnd = completed.weeks.filter { $0 < 0 }.reduce(0) { $0 | 1 << UInt64(-$1) }
    // Below MONTHLY, and with BYWEEKNO, an ordinal is ignored and only the weekday counts.
    let hasOrdinals = completed.frequency >= .monthly && completed.weeks.isEmpty
    let plain = completed.weekdays.filter { $0.ordinal == nil || !hasOrdinals }
    weekdays = WeekdaySet(plain.map(\.weekday)).rawValue
    numberedWeekdays = completed.weekdays.filter { $0.ordinal != nil && hasOrdinals }
    ordinalScope = completed.frequency == .yearly && completed.months.isEmpty ? .year : .month
    weekStart = completed.weekStart
    hasOnlyWeekdays =
      months == 0 && daysFromStart | daysFromEnd == 0 && daysOfTheYear.isEmpty
      && weeksFromStart | weeksFromEnd == 0 && numberedWeekdays.isEmpty
    selectsAll = hasOnlyWeekdays && weekdays == 0
  }

  /// The number of selected days in each week if only weekdays restrict them; otherwise nil.
  var weekdayCount: Int? {
    hasOnlyWeekdays && weekdays != 0 ? weekdays.nonzeroBitCount : nil
  }

  var monthCount: Int { months == 0 ? 12 : months.nonzeroBitCount }

  var mostDaysOfMonth: Int {
    var most = 31
    if daysFromStart | daysFromEnd != 0 {
      most = daysFromStart.nonzeroBitCount + daysFromEnd.nonzeroBitCount
    }
    if weekdays != 0 || !numberedWeekdays.isEmpty {
      most = min(most, 5 * weekdays.nonzeroBitCount + numberedWeekdays.count)
    }
    return min(most, 31)
  }

  /// Whether BYMONTH selects a month, from 1.
  func mayMatch(_ month: Int) -> Bool { months == 0 || months >> UInt16(month) & 1 == 1 }

  func month(year: Int, month number: Int) -> Month {
    var month = Month(year: year, month: number)
    month.selected = selectedDays(in: month)
    return month
  }

  /// Returns the month with a number, counted from January of year 0, with the days that all parts
  /// select.
  func month(number: Int) -> Month {
    month(year: number.floorQuotient(12), month: number.floorModulo(12) + 1)
  }

  func month(containing dayNumber: Int) -> Month {
    let date = CivilDate(dayNumber: dayNumber)
    return month(year: date.year, month: date.month)
  }

  private func selectedDays(in month: Month) -> UInt32 {
    guard mayMatch(month.month) else { return 0 }
    var days = Self.all(month) & daysOfTheMonth(in: month)
    if days != 0, !daysOfTheYear.isEmpty { days &= daysOfTheYear(in: month) }
    if days != 0, weeksFromStart | weeksFromEnd != 0 { days &= daysOfWeeks(in: month) }
    return days == 0 ? 0 : days & weekdays(in: month)
  }

  private static func all(_ month: Month) -> UInt32 { 1 << UInt32(month.length) - 1 }

  /// The bit of a day, given in days since 1970-01-01; 0 if the day is in another month.
  private static func bit(_ dayNumber: Int, in month: Month) -> UInt32 {
    month.contains(dayNumber) ? 1 << UInt32(dayNumber - month.firstDayNumber) : 0
  }

  /// The days that BYMONTHDAY selects, possibly with bits beyond the end of the month.
  private func daysOfTheMonth(in month: Month) -> UInt32 {
    guard daysFromStart | daysFromEnd != 0 else { return .max }
    var days = daysFromStart >> 1
    var left = daysFromEnd
    while left != 0 {
      let fromEnd = left.trailingZeroBitCount
      if fromEnd <= month.length { days |= 1 << UInt32(month.length - fromEnd) }
      left &= left - 1
    }
    return days
  }

  private func daysOfTheYear(in month: Month) -> UInt32 {
    let first = DayFilter.firstDayNumber(ofYear: month.year)
    let length = CivilDate.length(ofYear: month.year)
    return daysOfTheYear.reduce(0) { days, number in
      days | Self.bit(first + (number > 0 ? number - 1 : length + number), in: month)
    }
  }

  private func daysOfWeeks(in month: Month) -> UInt32 {
    var days: UInt32 = 0
    var day = month.firstDayNumber
    while day < month.end {
      let year = WeekYear(containing: day, weekStart: weekStart)
      let week = (day - year.firstDayNumber) / 7 + 1
      let end = min(month.end, year.firstDayNumber + 7 * week)
      let isSelected =
        weeksFromStart >> UInt64(week) & 1 == 1
        || weeksFromEnd >> UInt64(year.weekCount - week + 1) & 1 == 1
      if isSelected {
        days |= (1 << UInt32(end - day) - 1) << UInt32(day - month.firstDayNumber)
      }
      day = end
    }
    return days
  }

  /// The days that BYDAY selects; all days without BYDAY.
  private func weekdays(in month: Month) -> UInt32 {
    if weekdays == 0 && numberedWeekdays.isEmpty { return .max }
    let first = Weekday(dayNumber: month.firstDayNumber)
    var days = WeekdaySet(rawValue: weekdays).days(from: first)
    for numbered in numberedWeekdays {
      guard let ordinal = numbered.ordinal else { continue }
      days |= Self.bit(day(numbered.weekday, ordinal: ordinal, in: month), in: month)
    }
    return days
  }

  /// The day of a weekday with an ordinal in the month or its year.
  ///
  /// The day can be outside of both.
  private func day(_ weekday: Weekday, ordinal: Int, in month: Month) -> Int {
    let (first, length) =
      switch ordinalScope {
      case .month: (month.firstDayNumber, month.length)
      case .year:
        (DayFilter.firstDayNumber(ofYear: month.year), CivilDate.length(ofYear: month.year))
      }
    if ordinal > 0 { return weekday.firstDay(from: first) + 7 * (ordinal - 1) }
    // The last such weekday is the first one of the last seven days.
    return weekday.firstDay(from: first + length - 7) + 7 * (ordinal + 1)
  }

  func matchesWeekday(_ dayNumber: Int) -> Bool {
    let date = CivilDate(dayNumber: dayNumber)
    let month = Month(year: date.year, month: date.month)
    return weekdays(in: month) & Self.bit(dayNumber, in: month) != 0
  }

  private static func firstDayNumber(ofYear year: Int) -> Int {
    CivilDate(uncheckedYear: year, month: 1, day: 1).dayNumber
  }
}

extension WeekdaySet {
  /// Returns bits for 32 days that begin on a given weekday: 1 for days on the weekdays of this
  /// set.
  func days(from first: Weekday) -> UInt32 {
    let week = (UInt64(rawValue) | UInt64(rawValue) << 7) >> UInt64(first.rawValue) & 0x7F
    // Repeat the seven bits five times: the factor has each seventh bit.
    return UInt32(truncatingIfNeeded: week &* 0x1020_4081)
  }
}

extension RecurrenceRule {
  /// Returns the rule, completed with the days that it takes from DTSTART.
  ///
  /// "Information, not contained in the rule, necessary to determine the various recurrence
  /// instance start time and dates are derived from the Start Time" (RFC 5545, 3.3.10).
  func completingDays(from start: CivilDate) -> RecurrenceRule {
    var rule = self
    switch frequency {
    case .yearly where weekdays.isEmpty && daysOfTheMonth.isEmpty && daysOfTheYear.isEmpty:
      if weeks.isEmpty {
        rule.daysOfTheMonth = [start.day]
        if months.isEmpty { rule.months = [start.month] }
      } else {
        rule.weekdays = [WeekdayNumber(start.weekday)]
      }
    case .monthly where weekdays.isEmpty && daysOfTheMonth.isEmpty:
      rule.daysOfTheMonth = [start.day]
    case .weekly where weekdays.isEmpty:
      rule.weekdays = [WeekdayNumber(start.weekday)]
    default: break
    }
    return rule
  }
}
