import CivilTime

/// A unit of a calendar date, in the order in which Foundation ranks them.
///
/// Measured: weekdays come after seconds, so that a search for one is taken up again in the next
/// day or hour, not in the next week.
enum CalendarUnit: CaseIterable, Comparable {
  case year, month, day, hour, minute, second, weekday, weekdayOrdinal
}

extension TriggerComponents {
  /// All components of a wall-clock time, as a search compares them.
  init(_ civil: CivilDateTime) {
    let date = civil.date
    (year, month, day) = (date.year, date.month, date.day)
    (weekday, weekdayOrdinal) = (date.weekday.foundationNumber, date.weekdayOrdinal)
    (hour, minute, second) = (civil.hour, civil.minute, civil.second)
  }

  /// The wanted value of a unit; nil where any will do.
  subscript(_ unit: CalendarUnit) -> Int? {
    switch unit {
    case .year: year
    case .month: month
    case .day: day
    case .weekdayOrdinal: weekdayOrdinal
    case .weekday: weekday
    case .hour: hour
    case .minute: minute
    case .second: second
    }
  }

  /// The largest unit that is wanted.
  var largestUnit: CalendarUnit {
    CalendarUnit.allCases.first { self[$0] != nil } ?? .second
  }

  /// The wall-clock time that the components name, given a year; nil where they name none.
  ///
  /// A fifth weekday that the month lacks is counted on into the next, as Foundation does.
  var nominalTime: CivilDateTime? {
    guard let year, let month else { return nil }
    var dayNumber = CivilDate(uncheckedYear: year, month: month, day: day ?? 1).dayNumber
    if let weekday, let weekdayOrdinal {
      let weekday = Weekday(foundationNumber: weekday)
      dayNumber = weekday.firstDay(from: dayNumber) + 7 * (weekdayOrdinal - 1)
    }
    let secondOfDay = ((hour ?? 0) * 60 + (minute ?? 0)) * 60 + (second ?? 0)
    return CivilDateTime(dayNumber: dayNumber, secondOfDay: secondOfDay)
  }
}
