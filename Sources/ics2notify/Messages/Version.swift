import CivilTime

/// What `--version` prints.
enum Version {
  /// The program's version.
  static let number = "0.1.0"

  /// The version, and the version of the zone data that decides when reminders fire.
  static var text: String { "ics2notify \(number) (tzdata \(ZoneDatabase.dataVersion))" }
}
