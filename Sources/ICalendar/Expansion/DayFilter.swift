import CivilTime

/// The days that a rule's date parts select, compiled into masks (RFC 5545, 3.3.10).
///
/// A day of an interval is selected where every part agrees. That is the RFC's table read as sets:
/// a part that expands and one that limits differ in how they are evaluated, not in what is left.
struct DayFilter: Sendable {
  /// What a number before a weekday counts in.
  private enum OrdinalScope: Sendable {
    case month, year
  }

  /// A month with what the parts need to know about it.
  struct Month: Sendable {
    let year: Int
    let month: Int
    /// The first day, as days since 1970-01-01.
    let firstDayNumber: Int
    let length: Int

    /// Makes a month.
    init(year: Int, month: Int) {
      self.year = year
      self.month = month
      firstDayNumber = CivilDate(uncheckedYear: year, month: month, day: 1).dayNumber
      length = CivilDate.length(ofMonth: month, year: year)
    }

    /// The month that a day belongs to.
    init(containing dayNumber: Int) {
      let date = CivilDate(dayNumber: dayNumber)
      year = date.year
      month = date.month
      firstDayNumber = dayNumber - (date.day - 1)
      length = CivilDate.length(ofMonth: month, year: year)
    }

    func contains(_ dayNumber: Int) -> Bool {
      dayNumber >= firstDayNumber && dayNumber - firstDayNumber < length
    }
  }

  private let months: UInt16
  private let daysFromStart: UInt32
  private let daysFromEnd: UInt32
  private let daysOfTheYear: Set<Int>
  private let weeksFromStart: UInt64
  private let weeksFromEnd: UInt64
  // Bits rather than a set, whose members are called and not inlined: each day is asked for.
  private let weekdays: UInt8
  private let numberedWeekdays: [RecurrenceRule.WeekdayNumber]
  private let ordinalScope: OrdinalScope
  private let weekStart: Weekday

  /// Compiles a rule's date parts.
  ///
  /// - Parameter completed: The rule with the days that it leaves to DTSTART written out.
  init(_ completed: RecurrenceRule) {
    months = completed.months.reduce(0) { $0 | 1 << UInt16($1) }
    daysFromStart = completed.daysOfTheMonth.filter { $0 > 0 }.reduce(0) { $0 | 1 << UInt32($1) }
    daysFromEnd = completed.daysOfTheMonth.filter { $0 < 0 }.reduce(0) { $0 | 1 << UInt32(-$1) }
    daysOfTheYear = Set(completed.daysOfTheYear)
    weeksFromStart = completed.weeks.filter { $0 > 0 }.reduce(0) { $0 | 1 << UInt64($1) }
    weeksFromEnd = completed.weeks.filter { $0 < 0 }.reduce(0) { $0 | 1 << UInt64(-$1) }
    // A number has no meaning below MONTHLY, nor beside BYWEEKNO; the weekday alone counts there.
    let hasOrdinals = completed.frequency >= .monthly && completed.weeks.isEmpty
    let plain = completed.weekdays.filter { $0.ordinal == nil || !hasOrdinals }
    weekdays = WeekdaySet(plain.map(\.weekday)).rawValue
    numberedWeekdays = completed.weekdays.filter { $0.ordinal != nil && hasOrdinals }
    ordinalScope = completed.frequency == .yearly && completed.months.isEmpty ? .year : .month
    weekStart = completed.weekStart
  }

  /// Whether every day is selected.
  var selectsAll: Bool {
    months == 0 && daysFromStart | daysFromEnd == 0 && daysOfTheYear.isEmpty
      && weeksFromStart | weeksFromEnd == 0 && weekdays == 0 && numberedWeekdays.isEmpty
  }

  /// How many days of each week are selected, where nothing but weekdays decides.
  var weekdayCount: Int? {
    months == 0 && daysFromStart | daysFromEnd == 0 && daysOfTheYear.isEmpty
      && weeksFromStart | weeksFromEnd == 0 && weekdays != 0 && numberedWeekdays.isEmpty
      ? weekdays.nonzeroBitCount : nil
  }

  /// Whether BYMONTH selects a month.
  func mayMatch(_ month: Month) -> Bool { months == 0 || months >> UInt16(month.month) & 1 == 1 }

  /// Whether a day is selected.
  ///
  /// - Parameters:
  ///   - dayNumber: The day, as days since 1970-01-01.
  ///   - month: The month that the day lies in.
  /// - Returns: Whether all parts agree on the day.
  func matches(_ dayNumber: Int, in month: Month) -> Bool {
    let day = dayNumber - month.firstDayNumber + 1
    guard mayMatch(month), matchesDayOfMonth(day, in: month) else { return false }
    if !daysOfTheYear.isEmpty {
      let dayOfYear = dayNumber - DayFilter.firstDayNumber(ofYear: month.year) + 1
      let fromEnd = dayOfYear - CivilDate.length(ofYear: month.year) - 1
      guard daysOfTheYear.contains(dayOfYear) || daysOfTheYear.contains(fromEnd) else {
        return false
      }
    }
    if weeksFromStart | weeksFromEnd != 0 {
      let year = WeekYear(containing: dayNumber, weekStart: weekStart)
      let week = (dayNumber - year.firstDayNumber) / 7 + 1
      guard
        weeksFromStart >> UInt64(week) & 1 == 1
          || weeksFromEnd >> UInt64(year.weekCount - week + 1) & 1 == 1
      else { return false }
    }
    return matchesWeekday(dayNumber, day: day, in: month)
  }

  private func matchesDayOfMonth(_ day: Int, in month: Month) -> Bool {
    daysFromStart | daysFromEnd == 0 || daysFromStart >> UInt32(day) & 1 == 1
      || daysFromEnd >> UInt32(month.length - day + 1) & 1 == 1
  }

  /// Whether BYDAY selects a day.
  func matchesWeekday(_ dayNumber: Int, in month: Month) -> Bool {
    matchesWeekday(dayNumber, day: dayNumber - month.firstDayNumber + 1, in: month)
  }

  private func matchesWeekday(_ dayNumber: Int, day: Int, in month: Month) -> Bool {
    if weekdays == 0 && numberedWeekdays.isEmpty { return true }
    let weekday = Weekday(dayNumber: dayNumber)
    if weekdays >> UInt8(weekday.rawValue) & 1 == 1 { return true }
    if numberedWeekdays.isEmpty { return false }
    let (position, length) =
      switch ordinalScope {
      case .month: (day, month.length)
      case .year:
        (
          dayNumber - DayFilter.firstDayNumber(ofYear: month.year) + 1,
          CivilDate.length(ofYear: month.year)
        )
      }
    let fromStart = Weekday.ordinal(ofDay: position)
    let fromEnd = -Weekday.ordinal(ofDay: length - position + 1)
    return numberedWeekdays.contains {
      $0.weekday == weekday && ($0.ordinal == fromStart || $0.ordinal == fromEnd)
    }
  }

  private static func firstDayNumber(ofYear year: Int) -> Int {
    CivilDate(uncheckedYear: year, month: 1, day: 1).dayNumber
  }
}

extension RecurrenceRule {
  /// The rule with the days that it leaves to DTSTART written out.
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
