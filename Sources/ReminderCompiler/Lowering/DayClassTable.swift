import CivilTime
import NotificationTriggers
import WorkSharing

/// The days of every class of days that a repeating trigger can name, in one range.
///
/// Made once for a compilation: each reminder is held against the same table. It takes 3 MB and most
/// of the time of a small calendar, so who has many calendars keeps the one of the last compilation,
/// and the next ones of the same range find it.
final class DayClassTable: Sendable {
  /// The days that are looked at, as days since 1970-01-01.
  let dayRange: Range<Int>
  /// The days by the places of their classes; nil where no trigger may name one.
  private let days: [DaySet?]

  /// The table that was made last, as long as somebody keeps it.
  private struct Recent: Sendable {
    weak var table: DayClassTable?
  }

  private static let recent = Guarded(Recent())

  /// The table of a range of days.
  static func table(of dayRange: Range<Int>) -> DayClassTable {
    if let table = recent.withLock({ $0.table }), table.dayRange == dayRange { return table }
    let table = DayClassTable(dayRange)
    recent.withLock { $0.table = table }
    return table
  }

  /// Makes the table of a range of days.
  init(_ dayRange: Range<Int>) {
    self.dayRange = dayRange
    var days: [DaySet?] = Array(repeating: nil, count: DayClass.placeCount)
    for place in DayClass.repeating.filter(\.isSafe).compactMap(\.place) {
      days[place] = DaySet(in: dayRange)
    }
    days[DayClass.everyDay.place ?? 0] = DaySet(all: dayRange)
    for day in dayRange {
      let classes = DayClasses(ofDay: day)
      for dayClass in [
        classes.weekday, classes.dayOfMonth, classes.date, classes.ordinalWeekday,
      ] {
        if let place = dayClass.place { days[place]?.insert(day) }
      }
    }
    self.days = days
  }

  /// The days of a class; nil where no trigger may name it.
  func days(of dayClass: DayClass) -> DaySet? { dayClass.place.flatMap { days[$0] } }

  /// The first day of a class at or after another that a set of the same range lacks; nil for none.
  func firstDay(of dayClass: DayClass, missingFrom other: DaySet, from day: Int) -> Int? {
    dayClass.place.flatMap { days[$0]?.firstMember(missingFrom: other, from: day) }
  }

  /// Whether a class has more than one day in a range.
  func hasSeveralDays(of dayClass: DayClass, in range: Range<Int>) -> Bool {
    guard let place = dayClass.place, let first = days[place]?.first(from: range.lowerBound),
      first < range.upperBound, let second = days[place]?.first(from: first + 1)
    else { return false }
    return second < range.upperBound
  }
}

extension DayClass {
  /// How many classes have a place.
  static let placeCount = 36 + 12 * 31 + 12 * 35

  /// A number for each class that a repeating trigger might name; nil for a single date.
  var place: Int? {
    switch self {
    case .everyDay: 0
    case .weekday(let weekday): 1 + weekday.rawValue
    case .dayOfMonth(let day): day <= 28 ? 7 + day : nil
    case .date(let month, let day): 36 + 31 * (month - 1) + day - 1
    case .ordinalWeekday(let month, let weekday, let ordinal):
      36 + 12 * 31 + 35 * (month - 1) + 5 * weekday.rawValue + ordinal - 1
    case .once: nil
    }
  }

  /// All classes that have a place.
  fileprivate static var repeating: [DayClass] {
    let dates = (1...12).flatMap { month in
      (1...31).map { DayClass.date(month: month, day: $0) }
        + Weekday.allCases.flatMap { weekday in
          (1...5).map { DayClass.ordinalWeekday(month: month, weekday: weekday, ordinal: $0) }
        }
    }
    return [.everyDay] + Weekday.allCases.map { .weekday($0) } + (1...28).map { .dayOfMonth($0) }
      + dates
  }
}
