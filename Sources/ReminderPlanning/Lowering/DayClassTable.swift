package import CivilTime
package import NotificationTriggers
package import ReminderOptions
import WorkSharing

/// The days of each day class that a repeating trigger can name, in one range of days.
///
/// All reminders of a compilation share one table. It takes 3 MB and a part of the time of a small
/// compilation. Callers that compile many calendars keep the last table, and later compilations for
/// the same range reuse it.
package final class DayClassTable: Sendable {
  /// The range of the table, as days since 1970-01-01.
  let dayRange: Range<Int>
  /// The days of each class, by class index; nil for classes that triggers may not name.
  private let days: [DaySet?]

  private static let recent = Recent<DayClassTable>()

  /// Returns the table of a range of days, the most recent one if it fits.
  static func table(of dayRange: Range<Int>) -> DayClassTable {
    recent.object(where: { $0.dayRange == dayRange }, orNew: { DayClassTable(dayRange) })
  }

  init(_ dayRange: Range<Int>) {
    self.dayRange = dayRange
    let months = Month.all(in: dayRange)
    let byNumber = (1...12).map { number in months.filter { $0.number == number } }
    let none = DaySet(in: dayRange)
    var days: [DaySet?] = Array(repeating: nil, count: DayClass.placeCount)
    for dayClass in DayClass.repeating where dayClass.isSafe {
      guard let place = dayClass.place else { continue }
      var own = none
      switch dayClass {
      case .everyDay: own = DaySet(all: dayRange)
      case .weekday(let weekday):
        own = DaySet(in: dayRange, 1, every: 7, from: weekday.firstDay(from: dayRange.lowerBound))
      case .dayOfMonth(let day): for month in months { own.insert(month.first + day - 1) }
      case .date(let month, let day):
        for month in byNumber[month - 1] { own.insert(month.first + day - 1) }
      case .ordinalWeekday(let month, let weekday, let ordinal):
        for month in byNumber[month - 1] {
          let day = weekday.firstDay(from: month.first + 7 * (ordinal - 1))
          if day < month.end { own.insert(day) }
        }
      case .once: continue
      }
      days[place] = own
    }
    self.days = days
  }

  /// Returns the days of a class; nil if triggers may not name it.
  package func days(of dayClass: DayClass) -> DaySet? { dayClass.place.flatMap { days[$0] } }

  /// Returns the days of a pattern's fires; nil if triggers may not name its class.
  func days(of pattern: CalendarPattern) -> DaySet? {
    guard let step = pattern.step else { return days(of: pattern.days) }
    var kept = DaySet(in: dayRange)
    var next = step.firstDay(from: dayRange.lowerBound, of: pattern.days)
    while let day = next, day < dayRange.upperBound {
      kept.insert(day)
      next = pattern.days.day(after: day, by: step.every)
    }
    return kept
  }

  /// Returns the first day of a class from `day` on that is missing in a set of the same range; nil
  /// for none.
  func firstDay(of dayClass: DayClass, missingFrom other: DaySet, from day: Int) -> Int? {
    dayClass.place.flatMap { days[$0]?.firstMember(missingFrom: other, from: day) }
  }

  func hasSeveralDays(of dayClass: DayClass, in range: Range<Int>) -> Bool {
    guard let place = dayClass.place, let first = days[place]?.first(from: range.lowerBound),
      first < range.upperBound, let second = days[place]?.first(from: first + 1)
    else { return false }
    return second < range.upperBound
  }
}

/// A month of a year, with its first day and the day after it as days since 1970-01-01.
///
/// The days of a class are found by month, which takes a quarter of the time of a look at each day.
private struct Month {
  let number: Int
  let first: Int
  let end: Int

  /// Returns the months that have a day in a range.
  static func all(in days: Range<Int>) -> [Month] {
    var months: [Month] = []
    var day = days.lowerBound
    while day < days.upperBound {
      let date = CivilDate(dayNumber: day)
      let first = day - date.day + 1
      let end = first + CivilDate.length(ofMonth: date.month, year: date.year)
      months.append(Month(number: date.month, first: first, end: end))
      day = end
    }
    return months
  }
}

extension DayClass {
  static let placeCount = 36 + 12 * 31 + 12 * 35

  /// The index of a class that a repeating trigger can name; nil for a single date and for the days
  /// of the month after 28.
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

/// The classes of one day, one of each kind that a trigger can name.
package struct ClassesOfDay {
  package let weekday: DayClass
  package let dayOfMonth: DayClass
  package let date: DayClass
  package let ordinalWeekday: DayClass

  /// Finds the classes of a day, which is given as days since 1970-01-01.
  package init(ofDay dayNumber: Int) {
    let day = CivilDate(dayNumber: dayNumber)
    let weekday = Weekday(dayNumber: dayNumber)
    self.weekday = .weekday(weekday)
    dayOfMonth = .dayOfMonth(day.day)
    date = .date(month: day.month, day: day.day)
    ordinalWeekday = .ordinalWeekday(
      month: day.month, weekday: weekday, ordinal: day.weekdayOrdinal)
  }
}

/// The classes of some days, one list for each kind that a trigger can name, in order of day.
struct DayClassesByKind {
  private(set) var weekdays: [DayClass] = []
  private(set) var monthDays: [DayClass] = []
  private(set) var dates: [DayClass] = []
  private(set) var ordinals: [DayClass] = []

  init(_ days: DaySet) {
    var seen = BitSet(capacity: DayClass.placeCount)
    func note(_ dayClass: DayClass, in list: inout [DayClass]) {
      guard let place = dayClass.place, !seen.contains(place) else { return }
      seen.insert(place)
      list.append(dayClass)
    }
    for dayNumber in days {
      let classes = ClassesOfDay(ofDay: dayNumber)
      note(classes.weekday, in: &weekdays)
      note(classes.dayOfMonth, in: &monthDays)
      note(classes.date, in: &dates)
      note(classes.ordinalWeekday, in: &ordinals)
    }
  }
}

/// The range that all proofs of a compilation cover, with the table of day classes.
///
/// Keeping one makes later compilations for about the same instant faster.
package struct ProofRange: Sendable {
  let now: Instant
  /// The end of the proof: 2100, or the horizon's end if that is later.
  package let end: Instant
  package let table: DayClassTable
  /// The days in the range, as days since 1970-01-01.
  package var dayRange: Range<Int> { table.dayRange }
}

extension ProofRange {
  package init(_ options: CompilerOptions) {
    let end = max(.endOfProof, options.window.upperBound)
    self.init(
      now: options.now, end: end,
      table: DayClassTable.table(of: GroupSchedule.dayRange(now: options.now, end: end)))
  }
}
