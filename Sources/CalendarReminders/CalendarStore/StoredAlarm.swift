import CivilTime
import ICalendar

/// An alarm as a calendar store tells it (`EKAlarm`).
package struct StoredAlarm: Hashable, Sendable {
  /// When it is due, once; nil where it counts from the item.
  package var absolute: Instant?
  /// Seconds from the item's start, or from when a reminder is due; negative is before.
  package var offset = 0.0
  /// Whether it is due where somebody is rather than at a time.
  package var isByPlace = false
  /// The name of a sound; nil for none or the system's own.
  package var soundName: String?
  /// Whether a message is sent.
  package var isEmail = false

  /// Makes an alarm at the start.
  package init() {}

  /// The longest offset, in seconds: a thousand years, beyond which all tables end.
  private static let longestOffset = 366_000.0 * 86_400

  /// The alarm of a component; nil for one by place, which no time can stand for.
  ///
  /// The seconds are exact, as the store's are: a day ahead of 08:00 is 07:00 or 09:00 on the other
  /// side of a clock change.
  ///
  /// - Parameter anchor: What offsets count from.
  /// - Returns: The alarm.
  func alarm(from anchor: Alarm.Anchor) -> Alarm? {
    guard !isByPlace else { return nil }
    var alarm: Alarm
    if let absolute {
      alarm = Alarm(.absolute(absolute))
    } else {
      let whole = offset.isNaN ? 0 : offset.rounded(.down)
      let bounded = min(max(whole, -StoredAlarm.longestOffset), StoredAlarm.longestOffset)
      alarm = Alarm(.relative(CalendarDuration(seconds: Int(bounded)), to: anchor))
    }
    alarm.soundName = soundName
    alarm.action = isEmail ? .email : soundName == nil ? .display : .audio
    return alarm
  }
}
