package import CivilTime

/// The quiet hours of a series, and what becomes of fires inside.
package struct SeriesQuiet: Hashable, Sendable {
  /// The hours for each component; nil for one that may ring at any time.
  private let hours: [QuietHours?]
  /// The same for alarms that have others than their components.
  private let hoursByAlarm: [SeriesAlarm: [QuietHours?]]
  /// All hours that any alarm has, each once.
  private let kinds: Set<QuietHours>
  /// Whether fires inside are left out rather than moved.
  package let dropsFires: Bool

  /// Makes quiet hours.
  ///
  /// - Parameters:
  ///   - hours: The hours for each component; nil for one that may ring at any time.
  ///   - hoursByAlarm: The same for alarms that have others than their components.
  ///   - dropsFires: Whether fires inside are left out rather than moved.
  package init(
    _ hours: [QuietHours?], hoursByAlarm: [SeriesAlarm: [QuietHours?]] = [:],
    dropsFires: Bool = false
  ) {
    self.hours = hours
    self.hoursByAlarm = hoursByAlarm
    kinds = hoursByAlarm.values.reduce(into: Set(hours.compactMap(\.self))) {
      $0.formUnion($1.compactMap(\.self))
    }
    self.dropsFires = dropsFires
  }

  /// The hours of an alarm of a component; nil where it may ring at any time.
  package func hours(of alarm: SeriesAlarm, in component: Int) -> QuietHours? {
    (hoursByAlarm[alarm] ?? hours)[component]
  }

  /// The longest of the hours, in seconds on an unchanged clock.
  var longest: Int { kinds.lazy.map(\.length).max() ?? 0 }

  /// Whether an instant lies in quiet hours of any alarm.
  func canHold(at instant: Instant, in zone: Zone) -> Bool {
    kinds.contains { $0.end(of: instant, in: zone) != nil }
  }
}
