import CivilTime

/// A unit of a calendar date, in the order in which Foundation ranks them.
///
/// Measured: weekdays rank after seconds. A search for a weekday therefore restarts in the next day
/// or hour, not in the next week.
enum DateUnit: CaseIterable, Comparable {
  case year, month, day, hour, minute, second, weekday, weekdayOrdinal
}

extension TriggerComponents {
  /// Makes all components of a wall-clock time, for comparison with those of a pattern.
  init(_ civil: CivilDateTime) {
    let date = civil.date
    (year, month, day) = (date.year, date.month, date.day)
    (weekday, weekdayOrdinal) = (date.weekday.foundationNumber, date.weekdayOrdinal)
    (hour, minute, second) = (civil.hour, civil.minute, civil.second)
  }

  /// The value that a unit must have; nil if every value matches.
  subscript(_ unit: DateUnit) -> Int? {
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

  var largestUnit: DateUnit {
    DateUnit.allCases.first { self[$0] != nil } ?? .second
  }

  /// The wall-clock time of the components; nil if they lack the year or the month.
  ///
  /// As in Foundation, a fifth weekday that the month does not have falls into the next month.
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
