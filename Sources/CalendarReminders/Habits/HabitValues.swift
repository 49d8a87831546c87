public import CivilTime
public import ReminderCompiler

extension TimeOfDay {
  /// A time as it is read from a clock: `.at(8)`, `.at(18, 30)`.
  ///
  /// - Parameters:
  ///   - hour: From 0 to 23.
  ///   - minute: From 0 to 59.
  /// - Throws: That no clock shows it.
  /// - Returns: The time.
  public static func at(_ hour: Int, _ minute: Int = 0) throws(HabitError) -> TimeOfDay {
    guard let time = TimeOfDay(hour: hour, minute: minute) else {
      throw HabitError(.timeInvalid(hour: hour, minute: minute))
    }
    return time
  }
}

extension CivilDate {
  /// A date by its numbers: `.on(2028, 2, 29)`.
  ///
  /// - Parameters:
  ///   - year: From 1 to 9999.
  ///   - month: From 1 to 12.
  ///   - day: From 1 to the month's length.
  /// - Throws: That the calendar has no such date.
  /// - Returns: The date.
  public static func on(_ year: Int, _ month: Int, _ day: Int) throws(HabitError) -> CivilDate {
    guard let date = CivilDate(year: year, month: month, day: day) else {
      throw HabitError(.dateInvalid(year: year, month: month, day: day))
    }
    return date
  }

  /// The date a number of days later, or earlier for a negative number.
  ///
  /// ```swift
  /// print(try CivilDate.on(2028, 2, 28).adding(days: 3))  // 2028-03-02
  /// ```
  ///
  /// - Parameter days: The days; more than four million are taken as that many.
  /// - Returns: The date, from year 1 to 9999: what lies beyond is the last one.
  public func adding(days: Int) -> CivilDate {
    let first = CivilDate(uncheckedYear: 1, month: 1, day: 1).dayNumber
    let way = min(max(days, -CivilDate.longestWay), CivilDate.longestWay)
    return CivilDate(dayNumber: min(max(dayNumber + way, first), HabitError.lastDay))
  }

  /// More days than there are from year 1 to 9999.
  private static let longestWay = 4_000_000
}

extension Nag {
  /// Repeats after a first alert: `.times(10, minutesApart: 5)`.
  ///
  /// - Parameters:
  ///   - count: How many more times, from 1 to ``largestCount``.
  ///   - minutes: How long after each the next one comes, from 1 minute to 366 days.
  /// - Throws: That there are no such repeats.
  /// - Returns: The repeats.
  public static func times(_ count: Int, minutesApart minutes: Int) throws(HabitError) -> Nag {
    guard let nag = Nag("\(count)xPT\(minutes)M") else {
      throw HabitError(.nagInvalid(count: count, minutesApart: minutes))
    }
    return nag
  }
}
