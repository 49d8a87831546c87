import CalendarFiles
import CivilTime
import WorkSharing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A directory of compiled time zones, such as `/usr/share/zoneinfo`, which systemd also uses.
///
/// Foundation provides zones that the directory lacks; these have `isIANA` set to false.
final class ZoneDirectory: ZoneSource {
  let place: String
  private let index = Guarded<ZoneIndex?>(nil)

  /// The C library's default directory, unless `TZDIR` is set.
  static let standard = "/usr/share/zoneinfo"

  /// The directory that the C library uses (tzset(3)).
  static let ofSystem =
    ProcessInfo.processInfo.environment["TZDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    ?? standard

  /// Opens a directory; nil unless it contains a file for UTC.
  init?(_ path: String) {
    place = path
    guard zoneFile(named: "UTC") != nil else { return nil }
  }

  var version: String? {
    let mark = "# version "
    if let line = firstLine(of: "tzdata.zi"), line.hasPrefix(mark) {
      return String(line.dropFirst(mark.count))
    }
    return firstLine(of: "+VERSION")
  }

  var identifiers: [String] {
    let identifiers = known.identifiers
    return identifiers.isEmpty ? FoundationZones().identifiers : identifiers
  }

  func zone(named identifier: String) -> Zone? {
    guard ZoneDirectory.isSafe(identifier) else { return nil }
    if let file = zoneFile(named: identifier) {
      return file.zone(named: identifier, in: ZoneDatabase.range)
    }
    // Newer distributions have old names in a separate package.
    if let target = known.links[identifier], let file = zoneFile(named: target) {
      return file.zone(named: target, in: ZoneDatabase.range)
    }
    return FoundationZones().zone(named: identifier).map {
      Zone(
        identifier: $0.identifier, isIANA: false, initialOffset: $0.initialOffset,
        transitions: $0.transitions)
    }
  }

  /// Whether a name has the form of an IANA identifier.
  ///
  /// Such a name can't lead out of the directory or to other files in it, such as `posixrules`.
  private static func isSafe(_ identifier: String) -> Bool {
    identifier.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .allSatisfy { part in
        guard let first = part.first, (0x41...0x5A).contains(first) else { return false }
        return part.allSatisfy {
          $0.isDigit || (0x61...0x7A).contains($0 | 0x20) || "_+-".utf8.contains($0)
        }
      }
  }

  private func zoneFile(named identifier: String) -> TZifFile? {
    guard ZoneDirectory.isSafe(identifier) else { return nil }
    return bytes(of: identifier).flatMap(TZifFile.init)
  }

  /// The names in `tzdata.zi`, read on first use.
  private var known: ZoneIndex {
    index.withLock { index in
      if let index { return index }
      let text = bytes(of: "tzdata.zi") ?? []
      let read = ZoneIndex(text)
      index = read
      return read
    }
  }

  private func firstLine(of name: String) -> String? {
    let text = bytes(of: name) ?? []
    let line = String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self).trimmed
    return line.isEmpty ? nil : line
  }

  private func bytes(of name: String) -> [UInt8]? {
    try? FilePath(text: "\(place)/\(name)").contents()
  }
}

/// The names of zones in `tzdata.zi`, the compact source of the database.
private struct ZoneIndex: Sendable {
  /// The names of zones (`Z` lines), then those of links (`L` lines), each in alphabetical order.
  var identifiers: [String] = []
  /// The target of each link: `L Europe/Berlin Europe/Copenhagen`.
  var links: [String: String] = [:]

  init(_ text: [UInt8]) {
    var zones: [String] = []
    for line in text.split(separator: UInt8(ascii: "\n")) {
      guard let first = line.first, "ZL".utf8.contains(first) else { continue }
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      switch words.first {
      case "Z" where words.count > 1: zones.append(String(words[1]))
      case "L" where words.count == 3: links[String(words[2])] = String(words[1])
      default: break
      }
    }
    identifiers = zones.sorted() + links.keys.sorted()
  }
}

extension ZoneDatabase {
  /// The zones of the C library and systemd if they are installed, else Foundation's.
  static let ofMachine =
    ZoneDirectory(ZoneDirectory.ofSystem).map { ZoneDatabase($0) } ?? ZoneDatabase()
}
