import CivilTime
import ICalendar
package import ProgramSupport
import ReminderCompiler
import TimerCompiler

extension Settings {
  /// Reports a machine whose clock the program reads otherwise than systemd, and old zone data.
  package func remarkOnZones(_ messages: Messages) {
    if let misread = machineZone.misread {
      let finding = Finding.zoneFileMissing(
        name: misread.name, setting: misread.setting, directory: zones.place,
        used: deviceZone.identifier)
      messages.show(
        [Diagnostic(finding)],
        by: DiagnosticPrinter(
          isQuiet: isQuiet, isVerbose: isVerbose, lineText: nil,
          terminal: messages.areReadNow ? Terminal(.errors) : .none))
    }
    let year = CalendarDuration(months: 12).end(from: now, in: deviceZone)
    guard !isQuiet, compiler.window.upperBound > year, let version = zones.version,
      let release = ZoneDataRelease(version)?.latest, release + ZoneDataRelease.old < now
    else { return }
    messages.say(
      .hint,
      "the time zone data (\(version)) are older than 18 months, and clock changes may have been "
        + "decided since; update tzdata before you compile for more than a year")
  }
}

/// The time at which a version of the time zone data was released.
struct ZoneDataRelease {
  /// The last instant at which the version can have been released.
  let latest: Instant

  /// The age at which data are called old, in seconds: 18 months.
  static let old = 548 * 86_400

  /// Reads a version, such as `2026f`; nil for other text.
  init?(_ version: String) {
    guard let year = Int(version.prefix(4)),
      let end = Instant(iso8601: "\(year)-12-31T00:00:00Z")
    else { return nil }
    latest = ZoneDataRelease.days[version].flatMap { Instant(iso8601: "\($0)T00:00:00Z") } ?? end
  }

  /// The days of releases whose age the end of the year would hide for long (NEWS of tz).
  private static let days = [
    "2025a": "2025-01-15", "2025b": "2025-03-22", "2025c": "2025-12-10", "2026a": "2026-03-01",
    "2026b": "2026-04-22", "2026c": "2026-07-08", "2026d": "2026-09-11", "2026e": "2026-09-29",
    "2026f": "2026-10-27",
  ]
}
