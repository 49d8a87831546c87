import CivilTime

/// A wall-clock time in parts that may lie outside their ranges, as C's `struct tm`.
struct BrokenDownTime: Equatable {
  var year: Int
  /// From 1; 13 is January of the next year.
  var month: Int
  var day: Int
  var hour: Int
  var minute: Int
  var second: Int
  /// Whether daylight saving time is asked for; nil for either.
  var isDaylight: Bool?

  /// The parts of a civil time.
  init(_ civil: CivilDateTime, isDaylight: Bool?) {
    let dayNumber = civil.dayNumber
    let date = CivilDate(dayNumber: dayNumber)
    let time = TimeOfDay(secondOfDay: civil.secondsSince1970 &- dayNumber &* 86_400)
    (year, month, day) = (date.year, date.month, date.day)
    (hour, minute, second) = (time.hour, time.minute, time.second)
    self.isDaylight = isDaylight
  }

  /// The civil time that the parts add up to, with the seconds apart.
  func civil(second: Int) -> CivilDateTime {
    var (year, month) = (year, month)
    if month > 12 { (year, month) = (year + (month - 1) / 12, (month - 1) % 12 + 1) }
    let first = CivilDate(uncheckedYear: year, month: month, day: 1).dayNumber
    return CivilDateTime(
      dayNumber: first &+ day &- 1, secondOfDay: (hour &* 60 &+ minute) &* 60 &+ second)
  }

  /// Whether all parts are ones that a clock and a calendar show.
  var isInRange: Bool {
    (1...12).contains(month) && hour < 24 && minute < 60 && second < 60
      && day >= 1 && (day <= 28 || day <= CivilDate.length(ofMonth: month, year: year))
  }

  /// Whether the clock shows this time after another, in whole seconds.
  func isShown(after other: BrokenDownTime) -> Bool {
    (year, month, day) != (other.year, other.month, other.day)
      ? (year, month, day) > (other.year, other.month, other.day)
      : (hour, minute, second) > (other.hour, other.minute, other.second)
  }

  mutating func clearTime() { (hour, minute, second) = (0, 0, 0) }
}
