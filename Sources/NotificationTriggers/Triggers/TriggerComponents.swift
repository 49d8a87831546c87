import CivilTime

/// The date components of a trigger, with the names and numbers of Foundation's `DateComponents`.
///
/// An absent component matches every value. The calendar and the time zone belong to the
/// ``CalendarTrigger``.
///
/// ```swift
/// let pattern = CalendarPattern(
///   .ordinalWeekday(month: 11, weekday: .thursday, ordinal: 4), at: .time(TimeOfDay(hour: 9)!))!
/// print(pattern.components)  // month=11;weekday=5;weekdayOrdinal=4;hour=9;minute=0;second=0
/// for field in pattern.components.fields where field.name == "weekday" {
///   print(field.value)  // 5
/// }
/// ```
public struct TriggerComponents: Hashable, Sendable {
  /// The year.
  public internal(set) var year: Int?
  /// The month, from 1.
  public internal(set) var month: Int?
  /// The day of the month, from 1.
  public internal(set) var day: Int?
  /// The day of the week, from 1 for Sunday.
  public internal(set) var weekday: Int?
  /// The number of the weekday in the month, from 1.
  public internal(set) var weekdayOrdinal: Int?
  /// The hour, from 0 to 23.
  public internal(set) var hour: Int?
  /// The minute, from 0 to 59.
  public internal(set) var minute: Int?
  /// The second, from 0 to 59; always present.
  ///
  /// Without it, the system takes the second of the instant at which it searches.
  public internal(set) var second: Int?

  /// Makes the components of a pattern.
  public init(_ pattern: CalendarPattern) {
    switch pattern.days {
    case .everyDay: break
    case .weekday(let weekday): self.weekday = weekday.foundationNumber
    case .dayOfMonth(let day): self.day = day
    case .date(let month, let day): (self.month, self.day) = (month, day)
    case .ordinalWeekday(let month, let weekday, let ordinal):
      (self.month, self.weekday) = (month, weekday.foundationNumber)
      weekdayOrdinal = ordinal
    case .once(let date): (year, month, day) = (date.year, date.month, date.day)
    }
    switch pattern.time {
    case .everyMinute(let second): self.second = second
    case .everyHour(let minute, let second): (self.minute, self.second) = (minute, second)
    case .time(let time): (hour, minute, second) = (time.hour, time.minute, time.second)
    }
  }

  /// The names of all components, in the order of ``values`` and ``description``.
  static let names = [
    "year", "month", "day", "weekday", "weekdayOrdinal", "hour", "minute", "second",
  ]

  /// All components in the order of ``names``; nil for absent ones.
  var values: [Int?] {
    [year, month, day, weekday, weekdayOrdinal, hour, minute, second]
  }

  /// The present components with Foundation's names, from the year to the second.
  public var fields: [(name: String, value: Int)] {
    zip(TriggerComponents.names, values).compactMap { name, value in
      value.map { (name, $0) }
    }
  }
}

extension TriggerComponents: CustomStringConvertible {
  // Part of the output format: identifiers contain it, and a change orphans pending requests.
  /// The canonical text: the components in a fixed order, as `weekday=2;hour=9;minute=0;second=0`.
  public var description: String {
    fields.map { "\($0.name)=\($0.value)" }.joined(separator: ";")
  }
}

extension Weekday {
  /// Foundation's number of the weekday: from 1 for Sunday to 7, in every locale.
  ///
  /// See `NSDateComponents.weekday`.
  package var foundationNumber: Int { (rawValue + 1) % 7 + 1 }

  /// Makes the weekday with a number of Foundation, from 1 for Sunday to 7.
  init(foundationNumber: Int) {
    self = Weekday.allCases[(foundationNumber + 5).floorModulo(7)]
  }
}
