import CivilTime
import ReminderCompiler

/// Dates and times as a page writes them, by the wall clock of the device.
struct PageDate {
  /// The zone of the device.
  let zone: Zone

  /// `Monday 3 January 2028`.
  static func long(_ date: CivilDate) -> String {
    "\(date.weekday.englishName) \(date.day) \(EnglishNames.months[date.month - 1]) \(date.year)"
  }

  /// `Mon 3 Jan`.
  static func short(_ date: CivilDate) -> String {
    "\(date.weekday.abbreviation) \(date.day) \(EnglishNames.months[date.month - 1].prefix(3))"
  }

  /// `Monday 3 January 2028, 08:00`.
  func long(_ instant: Instant) -> String {
    let civil = zone.civil(at: instant)
    return "\(PageDate.long(civil.date)), \(civil.time)"
  }

  /// `Mon 3 Jan 2028, 08:00`.
  func short(_ instant: Instant) -> String {
    let civil = zone.civil(at: instant)
    return "\(PageDate.short(civil.date)) \(civil.date.year), \(civil.time)"
  }
}

extension HTMLWriter {
  /// Writes an instant, for people and for programs.
  mutating func time(_ instant: Instant, _ dates: PageDate, isLong: Bool = false) {
    element(
      "time", ["datetime": "\(instant)"],
      text: isLong ? dates.long(instant) : dates.short(instant))
  }
}
