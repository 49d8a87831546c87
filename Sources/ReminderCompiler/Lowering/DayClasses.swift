import CivilTime
import NotificationTriggers

/// The classes that a day belongs to, one of each kind that a trigger can name.
struct DayClasses {
  /// Its weekday.
  let weekday: DayClass
  /// Its day of every month.
  let dayOfMonth: DayClass
  /// Its date in every year.
  let date: DayClass
  /// Its weekday in a month of every year.
  let ordinalWeekday: DayClass

  /// Finds the classes of a day, given as days since 1970-01-01.
  init(ofDay dayNumber: Int) {
    let day = CivilDate(dayNumber: dayNumber)
    let weekday = Weekday(dayNumber: dayNumber)
    self.weekday = .weekday(weekday)
    dayOfMonth = .dayOfMonth(day.day)
    date = .date(month: day.month, day: day.day)
    ordinalWeekday = .ordinalWeekday(
      month: day.month, weekday: weekday, ordinal: day.weekdayOrdinal)
  }
}
