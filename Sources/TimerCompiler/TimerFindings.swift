package import CivilTime
package import ICalendar

extension Finding {
  /// Units that nothing renews, with the instant up to which they are right.
  package static func renewalMissing(by instant: Instant) -> Finding {
    Finding(
      "renewal-missing", .warning,
      message: "standard input can't be read again, so nothing renews the units: compile anew by "
        + "\(instant)")
  }

  /// Units that are plain without `--plain`, because systemd can't start the program at a path.
  package static func notificationsPlain(path: String) -> Finding {
    Finding(
      "notifications-plain", .warning,
      message: "systemd can't start the program again at \"\(path)\", which has a dollar sign, so "
        + "reminders have no buttons; move it to another path")
  }

  /// A timer that ends early.
  package static func linesCut(from: Instant) -> Finding {
    Finding(
      "lines-cut", .warning,
      message: "a timer would need too many lines; nothing from \(from) on is in it")
  }

  /// A file or directory that is not watched, with the reason.
  package static func pathNotWatched(reason: String) -> Finding {
    Finding(
      "path-not-watched", .warning,
      message: "its changes are not noticed before the next renewal: \(reason)")
  }

  /// More files and directories than are watched.
  package static func pathsMany(count: Int, limit: Int) -> Finding {
    Finding(
      "paths-many", .warning,
      message: "\(count) files and directories are more than the \(limit) that are watched: "
        + "changes in the others are not noticed before the next renewal")
  }

  /// More units than a manager likes.
  package static func unitsMany(count: Int, limit: Int) -> Finding {
    Finding(
      "units-many", .warning,
      message: "\(count) units are more than the \(limit) that a manager reloads without delay")
  }
}
