import CivilTime

/// The days of a ``DayClass`` that a repeating trigger keeps.
///
/// Examples are every second Monday, and every day from 1 May on. The layer has to start at a given
/// date and to step over days.
///
/// The days of a class are numbered without gaps: days and weeks since 1970, and months since the
/// year 0.
package struct DateStep: Hashable, Sendable {
  /// The number of days of the class from one kept day to the next; 1 to keep all.
  package let every: Int
  /// The remainder of the numbers of all kept days, from 0.
  package let remainder: Int
  /// The first kept day, as days since 1970-01-01; nil if it is past.
  package let firstDay: Int?

  /// Makes the step of every nth day of a class that keeps a given one; nil for a class without
  /// steps.
  ///
  /// - Parameters:
  ///   - every: The number of days of the class from one kept day to the next.
  ///   - day: A kept day, as days since 1970-01-01.
  ///   - days: The class.
  ///   - isFirst: Whether no earlier day is kept.
  package init?(every: Int, keeping day: Int, of days: DayClass, isFirst: Bool) {
    guard let number = days.number(ofDay: day) else { return nil }
    self.every = every
    remainder = number.floorModulo(every)
    firstDay = isFirst ? day : nil
  }
}

extension DateStep {
  /// Returns the first kept day at or after a day of the class, both as days since 1970-01-01.
  package func firstDay(from day: Int, of days: DayClass) -> Int? {
    guard let start = days.firstDay(from: max(day, firstDay ?? day)),
      let number = days.number(ofDay: start)
    else { return nil }
    return days.day(after: start, by: (remainder - number).floorModulo(every))
  }
}

extension DayClass {
  /// The number of a day among the days of the class; nil for a class without numbers.
  package func number(ofDay day: Int) -> Int? {
    switch self {
    case .everyDay: day
    case .weekday: day.floorQuotient(7)
    case .dayOfMonth:
      CivilDate(dayNumber: day).year * 12 + CivilDate(dayNumber: day).month - 1
    case .date, .ordinalWeekday, .once: nil
    }
  }

  /// Returns the day of the class with a number that is greater by `count`; nil for a class without
  /// numbers.
  package func day(after day: Int, by count: Int) -> Int? {
    switch self {
    case .everyDay: return day + count
    case .weekday: return day + 7 * count
    case .dayOfMonth(let dayOfMonth):
      guard let month = number(ofDay: day).map({ $0 + count }) else { return nil }
      return CivilDate(uncheckedYear: month / 12, month: month % 12 + 1, day: dayOfMonth).dayNumber
    case .date, .ordinalWeekday, .once: return nil
    }
  }
}
