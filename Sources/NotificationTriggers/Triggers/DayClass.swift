public import CivilTime

/// The days on which a calendar pattern fires.
///
/// ``isSafe`` tells whether Foundation's search matches exactly the days of a value. A
/// ``CalendarPattern`` cannot be made from a value that is not safe.
///
/// ```swift
/// print(DayClass.date(month: 2, day: 28).isSafe)  // true
/// print(DayClass.date(month: 2, day: 29).isSafe)  // false
/// print(DayClass.weekday(.monday).isCalendarIndependent)  // true
/// ```
public enum DayClass: Hashable, Sendable {
  /// Every day.
  case everyDay
  /// One weekday of every week.
  case weekday(Weekday)
  /// One day of every month, from 1 to 28.
  ///
  /// In months without a later day, Foundation moves the fire to the first of the next month.
  case dayOfMonth(Int)
  /// One date of every year: a month from 1 to 12 and a day that the month has in every year.
  case date(month: Int, day: Int)
  /// The nth weekday of one month in every year, from 1 to 5, or to 4 in February.
  ///
  /// Without the month, Foundation's search sometimes returns 1 March.
  case ordinalWeekday(month: Int, weekday: Weekday, ordinal: Int)
  /// One date, without repetition.
  case once(CivilDate)

  /// Whether Foundation's search returns exactly these days.
  public var isSafe: Bool {
    switch self {
    case .everyDay, .weekday, .once: true
    case .dayOfMonth(let day): (1...DayClass.lastDayOfMonth).contains(day)
    case .date(let month, let day):
      (1...12).contains(month) && day >= 1
        && day <= CivilDate.length(ofMonth: month, year: DayClass.commonYear)
    case .ordinalWeekday(let month, _, let ordinal):
      (1...12).contains(month) && ordinal >= 1 && ordinal <= (month == 2 ? 4 : 5)
    }
  }

  /// Whether the class has the same days in every calendar of a device.
  ///
  /// Buddhist and Islamic calendars number days of the month, months or years differently.
  public var isCalendarIndependent: Bool {
    switch self {
    case .everyDay, .weekday: true
    case .dayOfMonth, .date, .ordinalWeekday, .once: false
    }
  }

  /// The last day of the month that every month has.
  package static let lastDayOfMonth = 28

  private static let commonYear = 2_001

  /// Whether the class contains a day, given as days since 1970-01-01.
  package func contains(dayNumber: Int) -> Bool {
    switch self {
    case .everyDay: true
    case .weekday(let weekday): Weekday(dayNumber: dayNumber) == weekday
    case .dayOfMonth(let day): CivilDate(dayNumber: dayNumber).day == day
    case .date(let month, let day):
      CivilDate(dayNumber: dayNumber).month == month && CivilDate(dayNumber: dayNumber).day == day
    case .ordinalWeekday(let month, let weekday, let ordinal):
      Weekday(dayNumber: dayNumber) == weekday
        && CivilDate(dayNumber: dayNumber).month == month
        && CivilDate(dayNumber: dayNumber).weekdayOrdinal == ordinal
    case .once(let date): date.dayNumber == dayNumber
    }
  }

  /// The first day of the class at or after a day, both as days since 1970-01-01.
  ///
  /// Returns nil if the class is a single date before the day.
  package func firstDay(from dayNumber: Int) -> Int? {
    switch self {
    case .everyDay:
      return dayNumber
    case .weekday(let weekday):
      return weekday.firstDay(from: dayNumber)
    case .dayOfMonth(let day):
      let date = CivilDate(dayNumber: dayNumber)
      if day >= date.day { return dayNumber + day - date.day }
      return dayNumber - date.day + CivilDate.length(ofMonth: date.month, year: date.year) + day
    case .date(let month, let day):
      let date = CivilDate(dayNumber: dayNumber)
      let isPast = (month, day) < (date.month, date.day)
      return CivilDate(uncheckedYear: isPast ? date.year + 1 : date.year, month: month, day: day)
        .dayNumber
    case .ordinalWeekday(let month, let weekday, let ordinal):
      guard isSafe else { return nil }
      // A fifth weekday is missing in at most eleven years in a row.
      var year = CivilDate(dayNumber: dayNumber).year
      while true {
        let first = CivilDate(uncheckedYear: year, month: month, day: 1).dayNumber
        let day = weekday.firstDay(from: first) + 7 * (ordinal - 1)
        if day >= dayNumber, day - first < CivilDate.length(ofMonth: month, year: year) {
          return day
        }
        year += 1
      }
    case .once(let date):
      let day = date.dayNumber
      return day >= dayNumber ? day : nil
    }
  }
}
