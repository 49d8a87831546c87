public import CivilTime
import ICalendar

extension Habit {
  /// The days on which a habit is due, from its start on.
  ///
  /// ```swift
  /// let rent = try Habit(
  ///   id: "rent", title: "Rent", days: .dayOfMonth(-1), times: [.at(9)], starting: .on(2028, 1, 9))
  /// let event = try rent.components()[0]
  /// print(event.start!, event.rules[0])  // 20280131T090000 FREQ=MONTHLY;BYMONTHDAY=-1
  /// ```
  public enum Days: Hashable, Sendable {
    /// The start alone.
    case once
    /// The start and every so many days after it; from 1 to ``largestInterval``.
    case everyDays(Int)
    /// Some weekdays, at least one, of each week or of every so many from 1 to
    /// ``largestInterval``; weeks begin on Monday.
    case weekdays(Set<Weekday>, everyWeeks: Int = 1)
    /// A day of each month, from 1 to 31; where the month is shorter its last, as for -1.
    case dayOfMonth(Int)
    /// The weekday of each month that is the nth, from 1 to 5, or from -1 for the last to -5; a
    /// month without a fifth is passed over.
    case ordinalWeekday(Int, Weekday)
    /// The start and its day each year, such as a birthday; 29 February is the 28th in other years.
    case everyYear

    /// Every day.
    public static let everyDay = Days.everyDays(1)

    /// The longest interval, in days or weeks.
    public static let largestInterval = 3_653
  }
}

extension Habit.Days {
  /// Why there are no such days; nil where there are.
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

  /// Whether a day at or after the first is one of them, both in days since 1970-01-01.
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

  /// The first of them at or after a day, both days since 1970-01-01.
  func first(from start: Int) -> Int? {
    // The weeks that count are those from the first one on.
    let days: Self = if case .weekdays(let weekdays, _) = self { .weekdays(weekdays) } else { self }
    return (start...start + Self.largestInterval).first { days.contains($0, from: start) }
  }

  /// The rule without an end that gives them again from the first one on; nil where there is one only.
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
