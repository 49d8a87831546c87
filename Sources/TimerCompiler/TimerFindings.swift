package import CivilTime
package import ICalendar

extension Finding {
  /// The machine's zone has a name without a file.
  ///
  /// - Parameters:
  ///   - name: The name in the setting.
  ///   - setting: `TZ` or the path of the link that names the zone.
  ///   - directory: The directory of the zones.
  ///   - used: The identifier of the zone that the program uses.
  /// - Returns: The finding.
  package static func zoneFileMissing(
    name: String, setting: String, directory: String, used: String
  ) -> Finding {
    let remedy = setting == "TZ" ? "set TZ=\(used)" : "timedatectl set-timezone \(used)"
    return Finding(
      "zone-file-missing", .warning, offendingText: name,
      message: "\(setting) names the time zone \"\(name)\", which lacks a file in \(directory), so "
        + "systemd and the C library use UTC; \(used) is used, and timers name it; to set the "
        + "clocks of other programs, too: \(remedy)")
  }

  /// No timer renews the units, which are right up to the given instant.
  package static func renewalMissing(by instant: Instant) -> Finding {
    Finding(
      "renewal-missing", .note,
      message:
        "these units are not renewed: compile again by \(instant), or use ics2notify install, "
        + "which also installs a renewal")
  }

  /// The units are plain without `--plain`, because systemd cannot start the program at its path.
  package static func notificationsPlain(path: String) -> Finding {
    Finding(
      "notifications-plain", .warning,
      message: "systemd can't start the program again at \"\(path)\", which has a dollar sign, so "
        + "reminders lack buttons; move the program to another path")
  }

  /// A timer ends early.
  package static func linesCut(from: Instant) -> Finding {
    Finding(
      "lines-cut", .warning,
      message: "a timer would need too many lines; its reminders from \(from) on are left out")
  }

  /// A series has fires at too many times of day for a search of patterns; dates end at an instant.
  package static func patternsLimited(until end: Instant) -> Finding {
    Finding(
      "patterns-limited", .note,
      message: "the reminders of this series are at too many times of day for repeating lines; its "
        + "timers have single dates up to \(end), and renewals add the later ones")
  }

  /// A file or directory is not watched, for the given reason.
  package static func pathNotWatched(reason: String) -> Finding {
    Finding(
      "path-not-watched", .warning,
      message: "changes take effect only at the next renewal: \(reason)")
  }

  /// There are more files and directories than the program can watch.
  package static func pathsMany(count: Int, limit: Int) -> Finding {
    Finding(
      "paths-many", .warning,
      message: "\(count) files and directories are more than the \(limit) that are watched: "
        + "changes of the others take effect only at the next renewal")
  }

  /// There are more units than a manager reloads without delay.
  package static func unitsMany(count: Int, limit: Int) -> Finding {
    Finding(
      "units-many", .warning,
      message: "\(count) units are more than the \(limit) that a manager reloads without delay")
  }
}
