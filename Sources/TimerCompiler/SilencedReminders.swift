package import CivilTime
package import DesktopReminders
package import ICalendar
import ReminderCompiler
package import WorkSharing

/// The reminders that a pause silences, to list them after it.
package struct SilencedReminders: Sendable {
  /// The time of the list: 08:00 on the first day after the pause without another one.
  package let shownAt: Instant
  /// The first alerts, ascending.
  package let reminders: [DueReminder]

  fileprivate static let timeOfDay = TimeOfDay(secondOfDay: 8 * 3_600)
  /// The bound of a list and of the time until it, in seconds: a year.
  fileprivate static let reach = 366 * 86_400
}

extension TimerOptions {
  /// The pauses whose lists are shown within a year; a later one follows at a renewal.
  package var listedPauses: [Range<Instant>] {
    let (now, zone) = (compiler.now, compiler.deviceZone)
    return compiler.silences.compactMap { $0.pause(onDeviceIn: zone) }
      .filter { now < shownAt($0) && $0.upperBound <= now + SilencedReminders.reach }
  }

  /// The first morning after a pause that is not within another one.
  fileprivate func shownAt(_ pause: Range<Instant>) -> Instant {
    let zone = compiler.deviceZone
    func morning(_ end: Instant) -> Instant {
      zone.instant(
        of: CivilDateTime(
          dayNumber: zone.civil(at: end).dayNumber, time: SilencedReminders.timeOfDay))
    }
    var shownAt = morning(pause.upperBound)
    for other in compiler.silences.compactMap({ $0.pause(onDeviceIn: zone) })
      .sorted(by: { $0.lowerBound < $1.lowerBound }) where other.contains(shownAt)
    {
      shownAt = morning(other.upperBound)
    }
    return shownAt
  }
}

extension SilencedReminders {
  /// Returns the reminders that pauses silence, for each of the times at which they are listed.
  ///
  /// An alert within several pauses is in the last of their lists.
  package static func lists(
    of pauses: [Range<Instant>], components: [CalendarComponent], options: TimerOptions,
    workers: Workers
  ) -> [SilencedReminders] {
    guard let start = pauses.map(\.lowerBound).min(), let end = pauses.map(\.upperBound).max()
    else { return [] }
    var window = options
    // A timer doesn't fire at the start of its window.
    window.now = max(start - 1, options.now - SilencedReminders.reach)
    window.horizon = CalendarDuration(seconds: end - window.now)
    func due() -> [DueReminder] {
      TimerPlan(of: components, window, workers: workers).due?.reminders ?? []
    }
    let ringing = Set(due().map(\.identifier))
    window.silences.removeAll { $0.pause(onDeviceIn: options.deviceZone) != nil }
    let silent = due().filter { $0.repetition == 0 && !ringing.contains($0.identifier) }
    let lists = Dictionary(grouping: silent) { reminder in
      pauses.filter { $0.contains(reminder.at) }.map(options.shownAt).max()
    }
    return lists.compactMap { shownAt, reminders in
      shownAt.map { SilencedReminders(shownAt: $0, reminders: reminders) }
    }.sorted { $0.shownAt < $1.shownAt }
  }
}
