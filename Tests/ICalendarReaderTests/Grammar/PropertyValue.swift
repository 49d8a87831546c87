import CivilTime
import ICalendar

@testable import ICalendarReader

/// A property's value by what it means, so that two ways to write it are equal.
enum PropertyValue: Equatable {
  case times([DateTimeText])
  case duration(CalendarDuration)
  case number(Int)
  case rule(RecurrenceRule)
  /// A value of another type, or one that is no value of its type.
  case other

  init(_ text: String, of name: PropertyName) {
    self = PropertyValue.read(text, of: name) ?? .other
  }

  private static func read(_ text: String, of name: PropertyName) -> PropertyValue? {
    switch name {
    case .start, .end, .due, .recurrenceID, .exceptionDate, .stamp, .lastModified, .completed,
      .acknowledged:
      times(text)
    case .recurrenceDate where !text.contains("/"): times(text)
    case .trigger: CalendarDuration(rfc5545: text).map { PropertyValue.duration($0) } ?? times(text)
    case .duration: CalendarDuration(rfc5545: text).map { .duration($0) }
    case .sequence, .priority, .percentComplete, .repetition: Int(text).map { .number($0) }
    case .rule, .exceptionRule: (try? RecurrenceRule(text)).map { .rule($0) }
    default: nil
    }
  }

  private static func times(_ text: String) -> PropertyValue? {
    let pieces = text.split(separator: ",").map { DateTimeText($0) }
    return pieces.contains(nil) ? nil : .times(pieces.compactMap { $0 })
  }
}
