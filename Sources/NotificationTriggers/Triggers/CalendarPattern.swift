internal import CivilTime

/// What a calendar trigger matches: a set of date components that is safe to give to the system.
///
/// Every value is one of the sets that Foundation's search answers as anybody would expect. The
/// others (a day 31, 29 February, an hour without its minute) can't be made.
///
/// ```swift
/// let nine = TimeClass.time(TimeOfDay(hour: 9)!)
/// print(CalendarPattern(.weekday(.monday), nine)!)  // weekday=2;hour=9;minute=0;second=0
/// // Foundation moves a day 31 to the first of the next month.
/// print(CalendarPattern(.dayOfMonth(31), nine) == nil)  // true
/// ```
public struct CalendarPattern: Hashable, Sendable {
  /// The days it fires on.
  public let days: DayClass
  /// The times of those days.
  public let time: TimeClass

  /// Makes a pattern; nil where the components would not be safe.
  ///
  /// - Parameters:
  ///   - days: The days. With a time every hour, only every day or a weekday; with one every
  ///     minute, only every day.
  ///   - time: The times of those days.
  public init?(_ days: DayClass, _ time: TimeClass) {
    guard days.isSafe, time.isValid else { return nil }
    switch (time, days) {
    case (.time, _), (.everyHour, .everyDay), (.everyHour, .weekday), (.everyMinute, .everyDay):
      self.days = days
      self.time = time
    default: return nil
    }
  }

  /// Whether it matches one date and time only.
  public var isOnce: Bool {
    if case .once = days { true } else { false }
  }

  /// The date components, as Foundation numbers them.
  public var components: TriggerComponents { TriggerComponents(self) }

  /// Whether it fires on a day of the calendar, where the wall clock shows its time that day.
  ///
  /// The day is given as days since 1970-01-01.
  package func contains(dayNumber: Int) -> Bool { days.contains(dayNumber: dayNumber) }
}

extension CalendarPattern: Comparable {
  /// Orders patterns by their components, from the year down; one that is absent comes first.
  public static func < (left: CalendarPattern, right: CalendarPattern) -> Bool {
    left.components.values.lexicographicallyPrecedes(right.components.values) {
      ($0 ?? .min) < ($1 ?? .min)
    }
  }
}

extension CalendarPattern: CustomStringConvertible {
  /// The canonical text: the components in order, as `weekday=2;hour=9;minute=0;second=0`.
  public var description: String { components.description }
}
