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

  /// A timer that ends early.
  package static func linesCut(limit: Int, from: Instant) -> Finding {
    Finding(
      "lines-cut", .warning,
      message: "a timer would need more than \(limit) lines; nothing from \(from) on is in it")
  }

  /// More units than a manager likes.
  package static func unitsMany(count: Int, limit: Int) -> Finding {
    Finding(
      "units-many", .warning,
      message: "\(count) units are more than the \(limit) that a manager reloads without delay")
  }

  /// Zone data of another version than the system's, which can be unknown.
  package static func zoneDataDiffers(own: String, system: String?) -> Finding {
    Finding(
      "zone-data-differs", .warning,
      message: "time zone data are \(own) here and \(system ?? "of an unknown version") in the "
        + "system, so timers name no zone")
  }

  /// A zone that the system doesn't have.
  package static func zoneNotInstalled(name: String) -> Finding {
    Finding(
      "zone-not-installed", .warning,
      message: "the system has no time zone \"\(name)\", so the timers of its series name none")
  }
}
