import CivilTime
import NotificationTriggers

/// The days of every class of days that a repeating trigger can name, in one range.
///
/// Made once for a compilation: each reminder is held against the same table.
struct DayClassTable: Sendable {
  /// The days that are looked at, as days since 1970-01-01.
  let dayRange: Range<Int>
  private let daysByClass: [DayClass: DaySet]

  /// Makes the table of a range of days.
  init(_ dayRange: Range<Int>) {
    self.dayRange = dayRange
    var classes: [DayClass] = [.everyDay]
    classes += Weekday.allCases.map { .weekday($0) }
    classes += (1...28).map { .dayOfMonth($0) }
    for month in 1...12 {
      classes += (1...31).map { .date(month: month, day: $0) }
      for weekday in Weekday.allCases {
        classes += (1...5).map {
          .ordinalWeekday(month: month, weekday: weekday, ordinal: $0)
        }
      }
    }
    daysByClass = Dictionary(
      uniqueKeysWithValues: classes.filter(\.isSafe).map { dayClass in
        var days = DaySet(in: dayRange)
        var day = dayRange.lowerBound
        while let next = dayClass.firstDay(from: day), next < dayRange.upperBound {
          days.insert(next)
          day = next + 1
        }
        return (dayClass, days)
      })
  }

  /// The days of a class; nil where no trigger may name it.
  func days(of dayClass: DayClass) -> DaySet? { daysByClass[dayClass] }
}
