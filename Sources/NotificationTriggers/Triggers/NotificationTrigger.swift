/// When a request fires (`UNNotificationTrigger`).
///
/// ```swift
/// let soon = NotificationTrigger.timeInterval(TimeIntervalTrigger(interval: 300, repeats: false)!)
/// print(soon.repeats, soon.calendar == nil)  // false true
/// ```
public enum NotificationTrigger: Hashable, Sendable {
  /// At date components.
  case calendar(CalendarTrigger)
  /// After a time from when the request is added.
  case timeInterval(TimeIntervalTrigger)

  /// Whether it fires again and again, until it is removed.
  public var repeats: Bool {
    switch self {
    case .calendar(let trigger): trigger.repeats
    case .timeInterval(let trigger): trigger.repeats
    }
  }

  /// The calendar trigger; nil where it is none.
  public var calendar: CalendarTrigger? {
    if case .calendar(let trigger) = self { trigger } else { nil }
  }
}
