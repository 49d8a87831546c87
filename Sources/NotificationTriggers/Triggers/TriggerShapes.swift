/// Shapes of calendar triggers, as a mask: which sets of date components a trigger names.
///
/// The second is always among them, or a fire takes it from the instant it was asked at.
package struct TriggerShapes: OptionSet, Hashable, Sendable {
  /// A bit for each shape.
  package let rawValue: UInt16

  /// Makes a mask of bits.
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Once in every minute: the second.
  package static let everyMinute = TriggerShapes(rawValue: 1 << 0)
  /// Once in every hour: the minute.
  package static let everyHour = TriggerShapes(rawValue: 1 << 1)
  /// Once in every hour of a weekday: weekday and minute.
  package static let everyHourOfWeekday = TriggerShapes(rawValue: 1 << 2)
  /// Every day: hour and minute.
  package static let daily = TriggerShapes(rawValue: 1 << 3)
  /// Every week: weekday, hour and minute.
  package static let weekly = TriggerShapes(rawValue: 1 << 4)
  /// Every month: day, hour and minute.
  package static let monthly = TriggerShapes(rawValue: 1 << 5)
  /// Every year on a date: month, day, hour and minute.
  package static let yearlyByDate = TriggerShapes(rawValue: 1 << 6)
  /// Every year on the nth weekday of a month: month, weekday, its ordinal, hour and minute.
  package static let yearlyByWeekday = TriggerShapes(rawValue: 1 << 7)
  /// Once: year, month, day, hour and minute.
  package static let once = TriggerShapes(rawValue: 1 << 8)

  /// Every shape that repeats.
  package static let repeating: TriggerShapes = [
    .everyMinute, .everyHour, .everyHourOfWeekday, .daily, .weekly, .monthly, .yearlyByDate,
    .yearlyByWeekday,
  ]
}

extension CalendarPattern {
  /// The shape of the triggers that match it.
  package var shape: TriggerShapes {
    switch (time, days) {
    case (.everyMinute, _): .everyMinute
    case (.everyHour, .weekday): .everyHourOfWeekday
    case (.everyHour, _): .everyHour
    case (.time, .everyDay): .daily
    case (.time, .weekday): .weekly
    case (.time, .dayOfMonth): .monthly
    case (.time, .date): .yearlyByDate
    case (.time, .ordinalWeekday): .yearlyByWeekday
    case (.time, .once): .once
    }
  }
}
