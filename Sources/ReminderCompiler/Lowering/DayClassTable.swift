package import CivilTime
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

/// The classes that a day belongs to, one of each kind that a trigger can name.
struct DayClasses {
  /// Its weekday.
  let weekday: DayClass
  /// Its day of every month.
  let dayOfMonth: DayClass
  /// Its date in every year.
  let date: DayClass
  /// Its weekday in a month of every year.
  let ordinalWeekday: DayClass

  /// Finds the classes of a day, given as days since 1970-01-01.
  init(ofDay dayNumber: Int) {
    let day = CivilDate(dayNumber: dayNumber)
    let weekday = Weekday(dayNumber: dayNumber)
    self.weekday = .weekday(weekday)
    dayOfMonth = .dayOfMonth(day.day)
    date = .date(month: day.month, day: day.day)
    ordinalWeekday = .ordinalWeekday(
      month: day.month, weekday: weekday, ordinal: day.weekdayOrdinal)
  }
}

/// The classes that days belong to, of each kind that a trigger can name, in the order of the days.
struct DayClassesByKind {
  private(set) var weekdays: [DayClass] = []
  private(set) var monthDays: [DayClass] = []
  private(set) var dates: [DayClass] = []
  private(set) var ordinals: [DayClass] = []

  /// Finds the classes of days.
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

/// How far every proof of a compilation reaches, and the classes of days over it.
///
/// Who keeps one makes the next compilations for about the same instant cheaper.
package struct ProofRange: Sendable {
  /// The instant of compilation.
  let now: Instant
  /// The end: 2100, or the horizon where it lies beyond.
  package let end: Instant
  /// The days of each class of days.
  let table: DayClassTable
  /// The days that are looked at, as days since 1970-01-01.
  package var dayRange: Range<Int> { table.dayRange }
}

extension ProofRange {
  /// Makes the range of a compilation.
  package init(_ options: CompilerOptions) {
    let end = max(.endOfProof, options.window.upperBound)
    self.init(
      now: options.now, end: end,
      table: DayClassTable.table(of: WantedFires.dayRange(now: options.now, end: end)))
  }
}
