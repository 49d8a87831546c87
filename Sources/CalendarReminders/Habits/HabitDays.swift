public import CivilTime
import ICalendar

extension Habit {
  /// The days on which a habit is due, beginning with its start.
  ///
  /// ```swift
  /// let rent = try Habit(
  ///   id: "rent", title: "Rent", days: .dayOfMonth(-1), times: [.at(9)],
  ///   starting: .on(year: 2028, month: 1, day: 9))
  /// let event = try rent.components()[0]
  /// print(event.start!, event.rules[0])  // 20280131T090000 FREQ=MONTHLY;BYMONTHDAY=-1
  /// ```
  public enum Days: Hashable, Sendable {
    /// Only the start date.
    case once
    /// The start date and every n-th day after it; n is from 1 to ``largestInterval``.
    case everyDays(Int)
    /// The given weekdays (at least one) of every n-th week; n is from 1 to ``largestInterval``.
    ///
    /// Weeks begin on Monday.
    case weekdays(Set<Weekday>, everyWeeks: Int = 1)
    /// A day of each month, from 1 to 31, or -1 for the last day.
    ///
    /// Shorter months use their last day.
    case dayOfMonth(Int)
    /// The n-th given weekday of each month.
    ///
    /// `n` is from 1 to 5, or from -1 (the last) to -5. Months without that day are skipped.
    case ordinalWeekday(Int, Weekday)
    /// The start date and its anniversaries, such as a birthday.
    ///
    /// February 29 moves to February 28 in common years.
    case everyYear

    /// Every day.
    public static let everyDay = Days.everyDays(1)

    /// The maximum interval, in days or weeks.
    public static let largestInterval = 3_653
  }
}

extension Habit.Days {
  /// The reason if a value is invalid; nil if all are valid.
  var fault: HabitError.Reason? {
    switch self {
    case .once, .everyYear: nil
    case .everyDays(let interval): Self.fault(ofInterval: interval)
    case .weekdays(let weekdays, let interval):
      weekdays.isEmpty ? .weekdaysEmpty : Self.fault(ofInterval: interval)
    case .dayOfMonth(let day): day == -1 || (1...31).contains(day) ? nil : .dayOfMonthInvalid(day)
    case .ordinalWeekday(let ordinal, _):
      (1...5).contains(ordinal.magnitude) ? nil : .ordinalInvalid(ordinal)
    }
  }

  private static func fault(ofInterval interval: Int) -> HabitError.Reason? {
    (1...largestInterval).contains(interval) ? nil : .intervalInvalid(interval)
  }

  /// Whether the habit is due on `day`.
  ///
  /// Both days are in days since 1970-01-01, and `day >= first`.
  func contains(_ day: Int, from first: Int) -> Bool {
    let date = CivilDate(dayNumber: day)
    let length = CivilDate.length(ofMonth: date.month, year: date.year)
    switch self {
    case .once: return day == first
    case .everyDays(let interval): return (day - first) % interval == 0
    case .weekdays(let weekdays, let interval):
      let weeks =
        Weekday.monday.firstDay(from: day - 6) - Weekday.monday.firstDay(from: first - 6)
      return weekdays.contains(date.weekday) && weeks / 7 % interval == 0
    case .dayOfMonth(let wanted): return date.day == (wanted < 0 ? length : min(wanted, length))
    case .ordinalWeekday(let ordinal, let weekday):
      let place =
        ordinal > 0
        ? Weekday.ordinal(ofDay: date.day) : -Weekday.ordinal(ofDay: length - date.day + 1)
      return date.weekday == weekday && place == ordinal
    case .everyYear:
      let origin = CivilDate(dayNumber: first)
      return date.month == origin.month && date.day == min(origin.day, length)
    }
  }

  /// The first due day at or after `start`, both in days since 1970-01-01; nil if there isn't one
  /// within ``largestInterval`` days.
  func first(from start: Int) -> Int? {
    // The first due week starts the interval, so the interval doesn't affect the first day.
    let days: Self = if case .weekdays(let weekdays, _) = self { .weekdays(weekdays) } else { self }
    return (start...start + Self.largestInterval).first { days.contains($0, from: start) }
  }

  /// The recurrence rule, without an end, that gives these days from `first` on; nil for ``once``.
  func rule(from first: CivilDate) -> RecurrenceRule? {
    switch self {
    case .once: return nil
    case .everyDays(let interval): return RecurrenceRule(.daily, interval: interval)
    case .weekdays(let weekdays, let interval):
      if weekdays.count == Weekday.allCases.count, interval == 1 { return RecurrenceRule(.daily) }
      var rule = RecurrenceRule(.weekly, interval: interval)
      rule.weekdays = Weekday.allCases.filter(weekdays.contains).map { .init($0) }
      return rule
    case .dayOfMonth(let day):
      var rule = RecurrenceRule(.monthly)
      rule.daysOfTheMonth = [day]
      rule.skip = day > 28 ? .backward : .omit
      return rule
    case .ordinalWeekday(let ordinal, let weekday):
      var rule = RecurrenceRule(.monthly)
      rule.weekdays = [.init(weekday, ordinal: ordinal)]
      return rule
    case .everyYear:
      var rule = RecurrenceRule(.yearly)
      rule.months = [first.month]
      rule.daysOfTheMonth = [first.day]
      rule.skip = first.day > 28 ? .backward : .omit
      return rule
    }
  }
}
