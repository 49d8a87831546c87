import CivilTime
import NotificationTriggers

/// The classes that days belong to, of each kind that a trigger can name, in the order of the days.
struct DayClassesByKind {
  private(set) var weekdays: [DayClass] = []
  private(set) var monthDays: [DayClass] = []
  private(set) var dates: [DayClass] = []
  private(set) var ordinals: [DayClass] = []

  /// Finds the classes of days.
  init(_ days: DaySet) {
    var seen: Set<DayClass> = []
    func note(_ dayClass: DayClass, in list: inout [DayClass]) {
      if seen.insert(dayClass).inserted { list.append(dayClass) }
    }
    for dayNumber in days {
      let date = CivilDate(dayNumber: dayNumber)
      let weekday = Weekday(dayNumber: dayNumber)
      note(.weekday(weekday), in: &weekdays)
      note(.dayOfMonth(date.day), in: &monthDays)
      note(.date(month: date.month, day: date.day), in: &dates)
      note(
        .ordinalWeekday(month: date.month, weekday: weekday, ordinal: date.weekdayOrdinal),
        in: &ordinals)
    }
  }
}
