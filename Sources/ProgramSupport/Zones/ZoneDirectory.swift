package import CivilTime
import WorkSharing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A directory of compiled time zones, such as `/usr/share/zoneinfo`, which systemd also uses.
///
/// An old name without a file is the zone to which the database links it. No other data answers:
/// rules of another release would make reminders ring at wrong times.
final class ZoneDirectory: ZoneSource {
  let place: String
  private let index = Guarded<ZoneIndex?>(nil)
  private let emptiness = Guarded<Bool?>(nil)

  /// The directory that systemd uses, and the C library unless `TZDIR` is set.
  static let standard = "/usr/share/zoneinfo"

  /// The directory that the C library uses (tzset(3)).
  static let ofSystem =
    ProcessInfo.processInfo.environment["TZDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    ?? standard

  /// Opens a directory, which can lack zones or be missing.
  init(_ path: String) {
    place = path
  }

  /// Whether the directory lacks even the file for UTC.
  var isEmpty: Bool {
    emptiness.withLock { known in
      let isEmpty = known ?? (zoneFile(named: "UTC") == nil)
      known = isEmpty
      return isEmpty
    }
  }

  var version: String? {
    let mark = "# version "
    if let line = firstLine(of: "tzdata.zi"), line.hasPrefix(mark) {
      return String(line.dropFirst(mark.count))
    }
    return firstLine(of: "+VERSION")
  }

  var identifiers: [String] { known.identifiers }

  func zone(named identifier: String) -> Zone? {
    guard ZoneDirectory.isSafe(identifier) else { return nil }
    // Reading the links takes longer than reading a zone.
    return unlinkedZone(named: identifier) ?? known.links[identifier].flatMap(unlinkedZone)
  }

  private func unlinkedZone(named name: String) -> Zone? {
    if let file = zoneFile(named: name) { return file.zone(named: name, in: ZoneDatabase.range) }
    // Containers without zone files often name this zone.
    guard name == "Etc/UTC" || name == "Etc/GMT" else { return nil }
    return Zone(identifier: name, isIANA: true, initialOffset: 0)
  }

  /// Whether the C library finds a file with an IANA identifier.
  func hasFile(named identifier: String) -> Bool { zoneFile(named: identifier) != nil }

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
      let read = ZoneIndex(bytes(of: "tzdata.zi") ?? [])
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
///
/// Without this file, the names are those that the program knows.
private struct ZoneIndex: Sendable {
  /// The names of zones (`Z` lines), then those of links (`L` lines), each in alphabetical order.
  let identifiers: [String]
  /// The target of each link: `L Europe/Berlin Europe/Copenhagen`.
  let links: [String: String]

  init(_ text: [UInt8]) {
    var zones: [String] = []
    var links: [String: String] = [:]
    for line in text.split(separator: UInt8(ascii: "\n")) {
      guard let first = line.first, "ZL".utf8.contains(first) else { continue }
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      switch words.first {
      case "Z" where words.count > 1: zones.append(String(words[1]))
      case "L" where words.count == 3: links[String(words[2])] = String(words[1])
      default: break
      }
    }
    let isMissing = zones.isEmpty && links.isEmpty
    self.links = isMissing ? ZoneLinks.targets : links
    identifiers =
      (isMissing ? FoundationZones().identifiers : zones.sorted()) + self.links.keys.sorted()
  }
}

extension ZoneDatabase {
  /// The zones of the C library: the only ones that the program uses.
  package static let ofMachine = ZoneDatabase(ZoneDirectory(ZoneDirectory.ofSystem))

  /// The zones of the machine's systemd, which ignores `TZDIR` when it reads a line.
  package static let ofSystemd =
    ZoneDirectory.ofSystem == ZoneDirectory.standard
    ? ofMachine : ZoneDatabase(ZoneDirectory(ZoneDirectory.standard))

  /// The failure of a command that needs a zone although the machine has none.
  package static var missingData: Failure {
    Failure(
      .unavailable,
      "a time zone is needed, and \(ZoneDirectory.ofSystem) lacks time zone data; install tzdata")
  }
}
