import CivilTime
import Foundation

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
    guard let files = FileManager.default.enumerator(atPath: directory) else { return nil }
    var names: Set<String> = []
    for case let name as String in files {
      // The same once more, and with leap seconds.
      if name == "posix" || name == "right" { files.skipDescendants() }
      names.insert(name)
    }
    return names.isEmpty ? nil : names
  }

  private static func firstLine(of path: String) -> String? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    guard let bytes = try? file.read(upToCount: maximumBytes) else { return nil }
    let line = String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline }
      .trimmingCharacters(in: .whitespaces)
    return line.isEmpty ? nil : line
  }
}
