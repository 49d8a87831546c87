public import CivilTime

/// The date components that a calendar trigger matches, limited to combinations that are safe.
///
/// A combination is safe if Foundation's search gives exactly the dates that the components
/// describe. Other combinations, such as day 31, 29 February, or an hour without a minute, cannot
/// be made.
///
/// ```swift
/// let nine = TimeClass.time(TimeOfDay(hour: 9)!)
/// print(CalendarPattern(.weekday(.monday), at: nine)!)  // weekday=2;hour=9;minute=0;second=0
/// // Foundation moves a day 31 to the first of the next month.
/// print(CalendarPattern(.dayOfMonth(31), at: nine) == nil)  // true
/// ```
public struct CalendarPattern: Hashable, Sendable {
  /// The days of the fires.
  public let days: DayClass
  /// The times of the fires on those days.
  public let time: TimeClass
  /// The days of the class that a layer's trigger keeps; nil for all.
  package private(set) var step: DateStep?

  /// Makes a pattern; nil if the components are not safe.
  ///
  /// - Parameters:
  ///   - days: The days. A time every hour allows every day or a weekday; a time every minute
  ///     allows only every day.
  ///   - time: The times on those days.
  public init?(_ days: DayClass, at time: TimeClass) {
    guard days.isSafe, time.isValid else { return nil }
    switch (time, days) {
    case (.time, _), (.everyHour, .everyDay), (.everyHour, .weekday), (.everyMinute, .everyDay):
      self.days = days
      self.time = time
    default: return nil
    }
  }

  /// Makes a pattern that keeps some of the days.
  package init?(_ days: DayClass, at time: TimeClass, step: DateStep?) {
    self.init(days, at: time)
    self.step = step
  }

  /// Whether the pattern matches only one date and time.
  public var isOnce: Bool {
    if case .once = days { true } else { false }
  }

  /// The date components with the numbers of Foundation.
  public var components: TriggerComponents { TriggerComponents(self) }
}

extension CalendarPattern: Comparable {
  /// Orders patterns by their components, from the year to the second; an absent component is
  /// first.
  public static func < (left: CalendarPattern, right: CalendarPattern) -> Bool {
    left.parts.lexicographicallyPrecedes(right.parts) { ($0 ?? .min) < ($1 ?? .min) }
  }

  private var parts: [Int?] {
    components.values + [step?.every, step?.remainder, step?.firstDay]
  }
}

extension CalendarPattern: CustomStringConvertible {
  /// The components in a fixed order, as `weekday=2;hour=9;minute=0;second=0`, and the step.
  public var description: String {
    components.description + (step.map { ";every=\($0.every)" } ?? "")
  }
}

/// The times of day at which a calendar pattern fires.
///
/// ```swift
/// print(TimeClass.everyHour(minute: 30, second: 0).isValid)  // true
/// print(CalendarPattern(.everyDay, at: .everyHour(minute: 30, second: 0))!)  // minute=30;second=0
/// ```
public enum TimeClass: Hashable, Sendable {
  /// Once in every minute, at a second from 0 to 59.
  case everyMinute(second: Int)
  /// Once in every hour, at a minute and a second from 0 to 59.
  case everyHour(minute: Int, second: Int)
  /// Once a day.
  case time(TimeOfDay)

  /// Whether every number is in its range.
  public var isValid: Bool {
    switch self {
    case .everyMinute(let second): (0..<60).contains(second)
    case .everyHour(let minute, let second):
      (0..<60).contains(minute) && (0..<60).contains(second)
    case .time: true
    }
  }

  /// The length of the period that repeats within a day, in seconds: a minute, an hour or the day.
  @inlinable
  package var period: Int {
    switch self {
    case .everyMinute: 60
    case .everyHour: 3_600
    case .time: 86_400
    }
  }

  /// The wall-clock seconds from the start of a period to its fire.
  @inlinable
  package var offsetInPeriod: Int {
    switch self {
    case .everyMinute(let second): second
    case .everyHour(let minute, let second): minute * 60 + second
    case .time(let time): time.secondOfDay
    }
  }
}

extension CalendarPattern {
  /// Makes the pattern of values in the order of ``TriggerComponents/names``; nil if it is not
  /// safe.
  init?(_ values: [Int?]) {
    guard values.count == TriggerComponents.names.count, let second = values[7],
      let days = DayClass(
        year: values[0], month: values[1], day: values[2], weekday: values[3], ordinal: values[4])
    else { return nil }
    switch (values[5], values[6]) {
    case (nil, nil): self.init(days, at: .everyMinute(second: second))
    case (nil, let minute?): self.init(days, at: .everyHour(minute: minute, second: second))
    case (let hour?, let minute?):
      guard let time = TimeOfDay(hour: hour, minute: minute, second: second) else { return nil }
      self.init(days, at: .time(time))
    case (_?, nil): return nil
    }
  }
}

extension DayClass {
  /// Makes the class of date components; nil if a trigger must not have this combination.
  fileprivate init?(year: Int?, month: Int?, day: Int?, weekday: Int?, ordinal: Int?) {
    if let weekday, !(1...7).contains(weekday) { return nil }
    let weekday = weekday.map(Weekday.init(foundationNumber:))
    switch (year, month, day, weekday, ordinal) {
    case (nil, nil, nil, nil, nil): self = .everyDay
    case (nil, nil, nil, let weekday?, nil): self = .weekday(weekday)
    case (nil, nil, let day?, nil, nil): self = .dayOfMonth(day)
    case (nil, let month?, let day?, nil, nil): self = .date(month: month, day: day)
    case (nil, let month?, nil, let weekday?, let ordinal?):
      self = .ordinalWeekday(month: month, weekday: weekday, ordinal: ordinal)
    case (let year?, let month?, let day?, nil, nil):
      guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
      self = .once(date)
    default: return nil
    }
  }
}
