import CivilTime

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The time zone data of the machine, which systemd reads and the program does not.
enum SystemZoneData {
  /// Where the C library looks for zones.
  static let directory = "/usr/share/zoneinfo"

  /// The most bytes of a file that are looked at: the version stands in its first line.
  private static let maximumBytes = 256

  /// The version of the data, such as `2025b`.
  ///
  /// - Parameter text: What the option says: a version, or `same` for the program's own; nil to
  ///   look on this machine.
  /// - Returns: Nil where it is not written anywhere.
  static func version(_ text: String?) -> String? {
    guard let text else { return installedVersion }
    return text == "same" ? ZoneDatabase.dataVersion : text
  }

  /// The version that the directory tells.
  private static var installedVersion: String? {
    if let line = firstLine(of: directory + "/tzdata.zi"), line.hasPrefix("# version ") {
      return String(line.dropFirst("# version ".count))
    }
    return firstLine(of: directory + "/+VERSION")
  }

  /// The names of the zones in the directory, which are those that systemd takes; nil where there
  /// is no such directory.
  static var installedNames: Set<String>? {
    guard let files = try? FileManager.default.subpathsOfDirectory(atPath: directory) else {
      return nil
    }
    // In these directories is the same once more, and with leap seconds.
    let names = files.filter { !$0.hasPrefix("posix/") && !$0.hasPrefix("right/") }
    return names.isEmpty ? nil : Set(names)
  }

  private static func firstLine(of path: String) -> String? {
    guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
    let line = String(decoding: bytes.prefix(maximumBytes), as: UTF8.self)
      .prefix { !$0.isNewline }.trimmed
    return line.isEmpty ? nil : line
  }
}
