import CivilTime
import NotificationTriggers

/// The classes that days belong to, of each kind that a trigger can name, in the order of the days.
struct DayClassesByKind {
  private(set) var weekdays: [DayClass] = []
  private(set) var monthDays: [DayClass] = []
  private(set) var dates: [DayClass] = []
  private(set) var ordinals: [DayClass] = []

  /// Finds the classes of days.
  ///
  /// - Parameters:
  ///   - days: The days.
  ///   - shapes: The shapes that triggers may have: of other kinds no classes are found.
  init(_ days: DaySet, in shapes: TriggerShapes) {
    var seen: Set<DayClass> = []
    func note(_ dayClass: DayClass, of shape: TriggerShapes, in list: inout [DayClass]) {
      guard shapes.contains(shape) else { return }
      if seen.insert(dayClass).inserted { list.append(dayClass) }
    }
    for dayNumber in days {
      let date = CivilDate(dayNumber: dayNumber)
      let weekday = Weekday(dayNumber: dayNumber)
      note(.weekday(weekday), of: .weekly, in: &weekdays)
      note(.dayOfMonth(date.day), of: .monthly, in: &monthDays)
      note(.date(month: date.month, day: date.day), of: .yearlyByDate, in: &dates)
      note(
        .ordinalWeekday(month: date.month, weekday: weekday, ordinal: date.weekdayOrdinal),
        of: .yearlyByWeekday, in: &ordinals)
    }
  }
}
