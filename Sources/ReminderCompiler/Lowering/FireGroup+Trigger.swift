import CivilTime
import NotificationTriggers

extension FireGroup {
  /// A trigger of the group with a pattern.
  ///
  /// Sets of second, minute, hour and weekday mean the same in every calendar and can follow the
  /// device; the others need the Gregorian one, which comes with a zone.
  func trigger(_ pattern: CalendarPattern, in zone: Zone) -> CalendarTrigger? {
    let floats = isFloating && pattern.days.isCalendarIndependent
    return CalendarTrigger(pattern: pattern, zone: floats ? .floating : .pinned(zone))
  }
}
