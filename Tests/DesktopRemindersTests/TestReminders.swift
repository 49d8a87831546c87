import CivilTime
import DesktopReminders
import NotificationTriggers
import ReminderCompiler
import SystemdTimers

/// Reminders and tables for tests.
enum TestReminders {
  /// 2028-01-03T12:00:00Z.
  static let noon = Instant(secondsSince1970: 1_830_513_600)

  /// A reminder of an event of an hour that begins at its fire.
  static func reminder(
    _ uid: String, at: Instant, alarm: Int = 0, repetition: Int = 0, start: Instant? = nil,
    source: String = "a.ics", isToDo: Bool = false, level: InterruptionLevel = .active
  ) -> DueReminder {
    let start = start ?? at
    return DueReminder(
      at: at,
      origin: .init(
        source: source, uid: uid, distinction: "", alarm: alarm, occurrence: start,
        isToDo: isToDo),
      repetition: repetition, title: uid, body: "", level: level, link: nil, isMeeting: false,
      time: .init(kind: isToDo ? .due : .timed, start: start, end: start + 3_600, zone: nil))
  }

  /// A table of reminders.
  static func table(
    _ reminders: [DueReminder], _ change: (inout ShowSettings) -> Void = { _ in }
  ) throws -> DueTable {
    var settings = ShowSettings()
    change(&settings)
    let header = DueTable.Header(
      language: .english, timeZone: "UTC", end: noon + 86_400 * 400, settings: settings)
    let zones = ZoneDatabase()
    let text = DueTable.text(
      header, reminders.sorted { $0.at < $1.at }, in: .gmt, zones: zones)
    return try DueTable(Array(text.utf8))
  }
}
