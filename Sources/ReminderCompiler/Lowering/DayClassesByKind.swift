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
    var seen = BitSet(capacity: DayClass.placeCount)
    func note(_ dayClass: DayClass, of shape: TriggerShapes, in list: inout [DayClass]) {
      guard shapes.contains(shape), let place = dayClass.place, !seen.contains(place) else {
        return
      }
      seen.insert(place)
      list.append(dayClass)
    }
    for dayNumber in days {
      let classes = DayClasses(ofDay: dayNumber)
      note(classes.weekday, of: .weekly, in: &weekdays)
      note(classes.dayOfMonth, of: .monthly, in: &monthDays)
      note(classes.date, of: .yearlyByDate, in: &dates)
      note(classes.ordinalWeekday, of: .yearlyByWeekday, in: &ordinals)
    }
  }
}
