import CivilTime
package import DesktopReminders
package import ICalendar
package import ReminderCompiler
package import WorkSharing

/// Checks whether the events of shown reminders still exist.
package struct EventExistenceCheck {
  private let expansion: Expansion

  /// Expands calendars over the times of the reminders.
  ///
  /// - Parameters:
  ///   - components: The components of all files, with those of the past.
  ///   - options: The options of the compilation.
  ///   - reminders: The reminders to check.
  ///   - workers: The threads to use.
  package init(
    _ components: [CalendarComponent], _ options: CompilerOptions, for reminders: [DueReminder],
    _ workers: Workers
  ) {
    let times = reminders.map(\.at)
    var options = options
    options.now = times.min() ?? options.now
    options.horizon = CalendarDuration(seconds: (times.max() ?? options.now) - options.now + 1)
    expansion = Expansion(components, options, workers)
  }

  /// Whether the event of a reminder was deleted or moved.
  ///
  /// A reminder of `test` is never gone, because it doesn't belong to a calendar.
  package func isGone(_ reminder: DueReminder) -> Bool {
    guard reminder.origin.uid != "test" || !reminder.origin.source.isEmpty else { return false }
    return !([reminder.origin] + reminder.twins).contains { hasOccurrence(of: $0, at: reminder.at) }
  }

  private func hasOccurrence(of origin: DueReminder.Origin, at instant: Instant) -> Bool {
    expansion.series.contains { series in
      let isOwn = series.series.components.contains { component in
        DueReminder.Origin(
          source: component.source, uid: series.series.uid,
          distinction: series.series.distinction, alarm: nil, occurrence: nil, isToDo: false
        ).isOfSameSeries(as: origin)
      }
      guard isOwn else { return false }
      // The alarms of the event may have changed.
      if let start = origin.occurrence, series.firstStart(in: start..<start + 1) != nil {
        return true
      }
      return series.alarms.contains { alarm in
        !series.fires(of: alarm, in: instant..<instant + 1).isEmpty
      }
    }
  }
}
