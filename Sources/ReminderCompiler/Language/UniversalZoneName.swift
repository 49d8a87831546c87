/// The name of a zone that lies a fixed number of hours from UTC, and in no city.
struct UniversalZoneName: CustomStringConvertible {
  /// Hours east of UTC.
  private let hours: Int

  /// Recognises `UTC`, `GMT`, their other names, and `Etc/GMT+3`; nil for any other zone.
  init?(_ identifier: String) {
    let name = identifier.hasPrefix("Etc/") ? identifier.dropFirst(4) : Substring(identifier)
    if UniversalZoneName.namesOfUTC.contains(String(name)) {
      hours = 0
    } else if name.hasPrefix("GMT"), let west = Int(name.dropFirst(3)) {
      // POSIX counts westwards: Etc/GMT+3 is three hours behind.
      hours = -west
    } else {
      return nil
    }
  }

  /// `UTC`, or `UTC-3` for three hours behind.
  var description: String {
    hours == 0 ? "UTC" : "UTC\(hours > 0 ? "+" : "")\(hours)"
  }

  private static let namesOfUTC: Set = ["GMT", "Greenwich", "UCT", "UTC", "Universal", "Zulu"]
}
