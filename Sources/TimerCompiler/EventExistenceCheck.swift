import CivilTime
package import DesktopReminders
package import ICalendar
package import ReminderCompiler
package import WorkSharing

/// Checks whether the events of shown reminders still exist.
package struct EventExistenceCheck {
  private let expansion: Expansion
  /// The indices of the series by source and UID.
  private let places: [Place: [Int]]

  private struct Place: Hashable {
    let source, uid: String
  }

  /// Expands calendars over the times of the reminders.
  ///
  /// - Parameters:
  ///   - components: The components of all files, with those of the past.
  ///   - options: The options of the compilation.
  ///   - reminders: The reminders to check.
  ///   - workers: The threads to use.
  package init(
    _ components: [CalendarComponent], options: CompilerOptions, for reminders: [DueReminder],
    workers: Workers
  ) {
    let times = reminders.map(\.at)
    var options = options
    // A pause silences a fire, but its event exists.
    options.silences = []
    options.now = times.min() ?? options.now
    options.horizon = CalendarDuration(seconds: (times.max() ?? options.now) - options.now + 1)
    let expansion = Expansion(components, options: options, workers: workers)
    var places: [Place: [Int]] = [:]
    for (index, series) in expansion.series.enumerated() {
      let uid = DueReminder.short(series.series.uid)
      for source in Set(series.series.components.map(\.source)) {
        places[Place(source: source, uid: uid), default: []].append(index)
      }
    }
    self.expansion = expansion
    self.places = places
  }

  /// Whether the event of a reminder was deleted or moved.
  ///
  /// A reminder that the program itself made, as `test` does, is never gone.
  package func isGone(_ reminder: DueReminder) -> Bool {
    guard !reminder.origin.isOfProgram else { return false }
    return !([reminder.origin] + reminder.twins).contains {
      hasOccurrence(of: $0, at: reminder.at, starting: reminder.time?.start)
    }
  }

  /// Whether an alarm fires at an instant, or an occurrence starts as that of the reminder.
  ///
  /// The occurrence of a to-do is named by its due time, so its start is needed, too.
  private func hasOccurrence(
    of origin: DueReminder.Origin, at instant: Instant, starting start: Instant?
  ) -> Bool {
    (places[Place(source: origin.source, uid: origin.uid)] ?? []).contains { place in
      let series = expansion.series[place]
      let isOwn = series.series.components.contains { component in
        DueReminder.Origin(
          source: component.source, uid: series.series.uid,
          distinction: series.series.distinction, alarm: nil, occurrence: nil, isToDo: false
        ).isOfSameSeries(as: origin)
      }
      guard isOwn else { return false }
      // There is an index of fires, but a start is looked for in all overrides.
      let fires = series.alarms.contains { alarm in
        !series.fires(of: alarm, in: instant..<instant + 1).isEmpty
      }
      if fires { return true }
      // The alarms of the event may have changed.
      return Set([origin.occurrence, start].compactMap { $0 }).contains {
        series.firstStart(in: $0..<$0 + 1) != nil
      }
    }
  }
}
