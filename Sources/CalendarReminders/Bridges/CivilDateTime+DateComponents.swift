public import CivilTime

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension CivilDateTime {
  /// The wall-clock time that date components name; nil where they name none.
  ///
  /// ```swift
  /// let due = DateComponents(year: 2028, month: 2, day: 29, hour: 8, minute: 30)
  /// print(CivilDateTime(due)!)  // 2028-02-29T08:30:00
  /// print(CivilDateTime(DateComponents(year: 2027, month: 2, day: 29)) == nil)  // true
  /// print(CivilDateTime(DateComponents(hour: 8)) == nil)  // true
  /// ```
  ///
  /// - Parameter components: Year, month and day have to be there; hour, minute and second count as
  ///   0 where they are not. The time zone is not looked at. Where there is a calendar, it decides
  ///   what they mean; all others are Gregorian.
  public init?(_ components: DateComponents) {
    guard let year = components.year, let month = components.month, let day = components.day,
      let time = TimeOfDay(
        hour: components.hour ?? 0, minute: components.minute ?? 0, second: components.second ?? 0)
    else { return nil }
    if let calendar = components.calendar,
      ![.gregorian, .iso8601].contains(calendar.identifier)
    {
      var calendar = calendar
      calendar.timeZone = .gmt
      var day = DateComponents(era: components.era, year: year, month: month, day: day)
      day.isLeapMonth = components.isLeapMonth
      guard day.isValidDate(in: calendar), let date = calendar.date(from: day) else { return nil }
      self.init(dayNumber: Instant(date).civilInUTC.dayNumber, time: time)
      guard (1...9_999).contains(self.date.year) else { return nil }
    } else {
      // An era of 0 counts years before Christ.
      guard components.era != 0, let date = CivilDate(year: year, month: month, day: day) else {
        return nil
      }
      self.init(dayNumber: date.dayNumber, time: time)
    }
  }
}

extension TimeOfDay {
  /// The time of day that date components name, as a picker of times gives them; nil without an
  /// hour, and where no clock shows it.
  ///
  /// ```swift
  /// print(TimeOfDay(DateComponents(hour: 8, minute: 30))!)  // 08:30
  /// print(TimeOfDay(DateComponents(minute: 30)) == nil)  // true
  /// ```
  ///
  /// - Parameter components: The hour, and minute and second, which count as 0 where they are not
  ///   there.
  public init?(_ components: DateComponents) {
    guard let hour = components.hour else { return nil }
    self.init(hour: hour, minute: components.minute ?? 0, second: components.second ?? 0)
  }
}
