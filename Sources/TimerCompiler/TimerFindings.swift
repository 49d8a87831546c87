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

  /// Why timers call notify-send themselves, though nobody has asked them to.
  package enum PlainCause {
    /// There is no notify-send.
    case noNotifySend
    /// It has no buttons; its version.
    case oldNotifySend(String)
    /// A path that no transient unit can hold.
    case path(String)
  }

  /// Units that are plain, though nobody has asked for it.
  package static func notificationsPlain(_ cause: PlainCause) -> Finding {
    let reason =
      switch cause {
      case .noNotifySend: "there is no notify-send"
      case .oldNotifySend(let version):
        "notify-send \(version) shows no buttons, as 0.8 and later do"
      case .path(let path):
        "the path \"\(path)\" has a dollar sign, with which systemd forgets what waits for buttons"
      }
    return Finding(
      "notifications-plain", .warning, message: "\(reason), so reminders are texts alone")
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
