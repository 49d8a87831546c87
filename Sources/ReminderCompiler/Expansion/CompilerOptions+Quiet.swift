import CivilTime
import ICalendar

extension CompilerOptions {
  /// The quiet hours of a series; nil where none of its components has any.
  ///
  /// What interrupts more than an ordinary reminder rings at any time.
  func quiet(of series: EventSeries) -> SeriesQuiet? {
    guard !quietHours.isEmpty else { return nil }
    let components = series.components
    let alarms = (0..<series.alarmCount).map(SeriesAlarm.alarm) + [.snooze]
    var hours: [SeriesAlarm: [QuietHours?]] = [:]
    for alarm in alarms {
      hours[alarm] = components.map { component in
        quietHoursRule(for: component, component.alarm(at: alarm))?.hours
      }
    }
    guard hours.values.contains(where: { $0.contains { $0 != nil } }) else { return nil }
    return SeriesQuiet(
      components.map { _ in nil }, hoursByAlarm: hours, dropsFires: dropsQuietFires)
  }
}

extension CalendarComponent {
  /// Its alarm of those of its series; nil where it hasn't got it, and for what was put off.
  fileprivate func alarm(at alarm: SeriesAlarm) -> Alarm? {
    alarm.place.flatMap { alarms.indices.contains($0) ? alarms[$0] : nil }
  }
}
