import CivilTime
package import ICalendar

extension EventSeries {
  /// The series with the alarms that the options ask for, where it has none of its own.
  ///
  /// One VALARM anywhere in the series, even one that never fires, is the owner's word on its
  /// alarms: an override without alarms beside a master that has some stays silent.
  ///
  /// An alarm less than a day before or after the start is for times of day, so a birthday doesn't
  /// ring at 23:45 the evening before.
  ///
  /// Where rules of default alarms are about the series, those count; else those without a rule.
  ///
  /// - Parameter options: The default alarms.
  /// - Returns: The series itself, or one with default alarms on each component.
  package func addingDefaultAlarms(_ options: CompilerOptions) -> EventSeries {
    guard options.hasDefaultAlarms,
      components.indices.allSatisfy({ components[$0].alarms.isEmpty }),
      let first = components.first
    else { return self }
    // The whole series has the same ones, so that an override's stand in for its master's.
    let ruled = options.ruledDefaultAlarms.filter { $0.rule.matches(first, nil, options.user) }
    return mapComponents { component in
      guard let anchor = component.anchor else { return component }
      let alarms = ruled.compactMap { $0.alarm(onWholeDays: anchor.isDate) }
      guard !alarms.isEmpty else { return component.addingAlarms(options) }
      var component = component
      component.alarms = alarms
      return component
    }
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
      component.alarms = options.defaultAlarms.filter { !anchor.isDate || $0.isWholeDay }
        .map { Alarm(.relative($0, to: .start)) }
    }
    return component
  }
}
