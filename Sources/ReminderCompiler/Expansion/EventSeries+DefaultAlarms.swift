import CivilTime
package import ICalendar

extension EventSeries {
  /// The series with the alarms that the options ask for, where it has none of its own.
  ///
  /// One VALARM anywhere in the series, even one that never fires, is the owner's word on its
  /// alarms: an override without alarms beside a master that has some stays silent.
  ///
  /// - Parameter options: The default alarms.
  /// - Returns: The series itself, or one with default alarms on each component.
  package func addingDefaultAlarms(_ options: CompilerOptions) -> EventSeries {
    guard components.indices.allSatisfy({ components[$0].alarms.isEmpty }) else { return self }
    return mapComponents { $0.addingAlarms(options) }
  }
}

extension CalendarComponent {
  fileprivate func addingAlarms(_ options: CompilerOptions) -> CalendarComponent {
    guard let anchor else { return self }
    var component = self
    if anchor.isDate, let time = options.allDayAlarm {
      // The time of day on the wall clock, also on a day on which the clock is changed, is not a
      // duration from midnight; the day's own zone turns it into one.
      component.alarms = [Alarm(.timeOfDay(time))]
    } else {
      component.alarms = options.defaultAlarms.map { Alarm(.relative($0, to: .start)) }
    }
    return component
  }
}
