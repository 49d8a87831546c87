/// What reminds of a series: an alarm of its components, or all that were put off.
package enum SeriesAlarm: Hashable, Sendable {
  /// The alarm that stands at a place, from 0, in each component that has so many.
  case alarm(Int)
  /// The alarms of all components that were put off: X-MOZ-SNOOZE-TIME.
  case snooze

  /// The place of the alarm in its component; nil for what was put off.
  package var place: Int? {
    switch self {
    case .alarm(let place): place
    case .snooze: nil
    }
  }
}
