package import CivilTime
import ICalendar
import ReminderCompiler
package import SystemdTimers
import WorkSharing

/// The last good copies of an installation's calendars, and the reasons to use them.
package struct CalendarCopies {
  let installation: InstallationName
  let store: CalendarStore
  /// Since when calendars have lost their events, by their descriptions.
  package let emptied: [String: Instant]
  /// Whether calendars without events replace their copies at once.
  package var acceptsEmpty = false
  /// The calendars that are not read.
  var held: [String: HeldCalendar]
  /// Is called with the new and changed calendars before they are read.
  package var willRead: ([CalendarPath]) -> Void = { _ in }

  /// Makes the copies of an installation, whose lock the caller has unless nothing is held.
  package init(
    of installation: InstallationName, emptied: [String: Instant],
    holding held: [String: HeldCalendar]
  ) {
    self.installation = installation
    self.emptied = emptied
    self.held = held
    store = CalendarStore(installation)
  }
}

/// A calendar that a renewal doesn't read, because earlier ones that read it did not end.
package struct HeldCalendar: Codable {
  /// The number of renewals that were ended while they read it.
  package var ends = 0
  /// The time after the last of them.
  package var since: Instant

  /// Makes a calendar that has not yet ended a renewal.
  package init(since: Instant) {
    self.since = since
  }

  /// The seconds until a calendar that ended two renewals is read again; each further one doubles
  /// them.
  private static let pause = 3_600
  private static let longestPause = 86_400

  /// Whether it is read again.
  ///
  /// The first time, the machine may have been switched off.
  package func isDue(at now: Instant) -> Bool {
    guard ends > 1 else { return true }
    let pause = min(HeldCalendar.longestPause, HeldCalendar.pause << min(ends - 2, 8))
    return !(0..<pause).contains(now - since)
  }

  /// The reason for a message, and whether it is also shown as a notification.
  func reason(of installation: InstallationName) -> (text: String, isReported: Bool) {
    ends > 1
      ? (
        "reading it took too long or too much memory; 'ics2notify install\(installation.option)' "
          + "tries it again", true
      )
      : ("the last renewal was ended while it read this calendar", false)
  }
}

/// A calendar that has suddenly lost its events, and whose last good copy is used for a day.
struct EmptiedCalendar {
  /// The seconds for which the copy is used.
  static let patience = 86_400
  /// The seconds in which the copy must have a reminder.
  private static let soon = 30 * 86_400

  let since: Instant
  /// The loss, in words.
  let what: String
  let installation: InstallationName
  let zone: Zone

  var reason: String {
    let end = LocalTime(since + EmptiedCalendar.patience, in: zone)
    return "it has \(what) since "
      + "\(LocalTime(since, in: zone)); its last reminders stay until \(end), or until you run "
      + "'ics2notify renew\(installation.option) --accept-empty'"
  }

  /// Whether components have reminders soon.
  static func hasReminders(
    in components: [CalendarComponent], options: CompilerOptions, workers: Workers
  ) -> Bool {
    var options = options
    // After a pause, the reminders are needed again.
    options.silences = []
    options.horizon = CalendarDuration(seconds: soon)
    let expansion = Expansion(components, options: options, workers: workers)
    return expansion.series.contains { series in
      series.alarms.contains { !series.fires(of: $0, in: options.window).isEmpty }
    }
  }
}
