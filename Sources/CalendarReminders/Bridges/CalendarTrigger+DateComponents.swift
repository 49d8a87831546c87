import CivilTime
public import NotificationTriggers

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension CalendarTrigger {
  /// The components for `UNCalendarNotificationTrigger(dateMatching:repeats:)`.
  ///
  /// Only what the trigger matches is set: the system takes any other field for a condition, and a
  /// `quarter` of 0, as `Calendar.dateComponents(_:from:)` can leave it, for one that no date
  /// meets. Calendar and time zone are both set or neither is; the calendar lives in the same zone,
  /// since the system takes it as it is.
  ///
  /// ```swift
  /// let nine = TimeClass.time(TimeOfDay(hour: 9)!)
  /// let mondays = CalendarPattern(.weekday(.monday), nine)!
  /// let floating = CalendarTrigger(pattern: mondays, zone: .floating)!.dateComponents
  /// print(floating.weekday!, floating.hour!, floating.calendar == nil)  // 2 9 true
  /// let pinned = CalendarTrigger(pattern: mondays, zone: .pinned(.gmt))!.dateComponents
  /// print(pinned.timeZone == pinned.calendar!.timeZone)  // true
  /// ```
  public var dateComponents: DateComponents {
    let fields = pattern.components
    var components = DateComponents(
      year: fields.year, month: fields.month, day: fields.day, hour: fields.hour,
      minute: fields.minute, second: fields.second, weekday: fields.weekday,
      weekdayOrdinal: fields.weekdayOrdinal)
    if case .pinned(let zone) = zone {
      // A name that this system's data lack would float: the offset that holds last is nearer.
      let timeZone =
        TimeZone(zone)
        ?? TimeZone(secondsFromGMT: zone.transitions.last?.offsetAfter ?? zone.initialOffset)
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = timeZone ?? .gmt
      components.calendar = calendar
      components.timeZone = calendar.timeZone
    }
    return components
  }
}
