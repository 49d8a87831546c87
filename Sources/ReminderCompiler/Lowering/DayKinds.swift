import CivilTime
import NotificationTriggers

/// The classes that days belong to, of each kind that a trigger can name, in the order of the days.
struct DayKinds {
  /// An nth weekday of a month.
  struct Ordinal: Hashable {
    let month: Int
    let weekday: Weekday
    let ordinal: Int
  }
  /// A date of every year.
  struct MonthDay: Hashable {
    let month: Int
    let day: Int
  }

  private(set) var weekdays: [Weekday] = []
  private(set) var monthDays: [Int] = []
  private(set) var dates: [MonthDay] = []
  private(set) var ordinals: [Ordinal] = []

  /// Finds the classes of days.
  init(_ days: DaySet) {
    var seenWeekdays: Set<Weekday> = []
    var seenDays: Set<Int> = []
    var seenDates: Set<MonthDay> = []
    var seenOrdinals: Set<Ordinal> = []
    for dayNumber in days {
      let date = CivilDate(dayNumber: dayNumber)
      let weekday = Weekday(dayNumber: dayNumber)
      let monthDay = MonthDay(month: date.month, day: date.day)
      let ordinal = Ordinal(
        month: date.month, weekday: weekday, ordinal: (date.day + 6) / 7)
      if seenWeekdays.insert(weekday).inserted { weekdays.append(weekday) }
      if seenDays.insert(date.day).inserted { monthDays.append(date.day) }
      if seenDates.insert(monthDay).inserted { dates.append(monthDay) }
      if seenOrdinals.insert(ordinal).inserted { ordinals.append(ordinal) }
    }
  }
}
