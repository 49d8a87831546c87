import CivilTime
import NotificationTriggers

extension TriggerCapabilities {
  /// A trigger that matches a pattern.
  ///
  /// Every trigger of a plan is made here, so that none is outside of what the system can be asked
  /// for.
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - zone: The zone in which it was found.
  ///   - isFloating: Whether it may follow the device's zone. Sets of second, minute, hour and
  ///     weekday mean the same in every calendar and can; the others need the Gregorian one, which
  ///     comes with a zone.
  /// - Returns: The trigger; nil where the system can't be asked for it.
  func trigger(
    _ pattern: CalendarPattern, in zone: Zone, isFloating: Bool
  ) -> CalendarTrigger? {
    guard shapes.contains(pattern.shape) else { return nil }
    guard namesZones else { return CalendarTrigger(gregorianOnDevice: pattern) }
    let floats = isFloating && pattern.days.isCalendarIndependent
    return CalendarTrigger(pattern: pattern, zone: floats ? .floating : .pinned(zone))
  }
}
