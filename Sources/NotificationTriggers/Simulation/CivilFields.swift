internal import CivilTime

/// The wall-clock time at an instant, taken apart as a search compares it.
struct CivilFields {
  let date: CivilDate
  let dayNumber: Int
  let time: TimeOfDay

  init(_ civil: CivilDateTime) {
    dayNumber = civil.dayNumber
    time = civil.time
    date = CivilDate(dayNumber: dayNumber)
  }

  var weekday: Int { Weekday(dayNumber: dayNumber).foundationNumber }
  var weekdayOrdinal: Int { date.weekdayOrdinal }
  var hour: Int { time.hour }
  var minute: Int { time.minute }
  var second: Int { time.second }

  /// The value of a unit, numbered as Foundation does.
  subscript(_ unit: CalendarUnit) -> Int {
    switch unit {
    case .year: date.year
    case .month: date.month
    case .day: date.day
    case .weekdayOrdinal: weekdayOrdinal
    case .weekday: weekday
    case .hour: hour
    case .minute: minute
    case .second: second
    }
  }
}
