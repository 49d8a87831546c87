import CSystem
import CalendarFiles
import CivilTime
import ICalendarReader

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The time zone of the machine, by the rules of the C library (tzset(3)).
///
/// If `TZ` is invalid, the C library silently uses UTC. Finding the zone fails instead, because
/// reminders that are hours off are worse than an error.
struct MachineZone {
  private let zones: ZoneDatabase
  private let now: Instant
  private let environment = ProcessInfo.processInfo.environment

  /// Prepares a search; a POSIX rule in `TZ` must match a zone around and after `now`.
  init(_ zones: ZoneDatabase, now: Instant) {
    self.zones = zones
    self.now = now
  }

  /// The zone of the machine unless `TZ` is set.
  private static let localTime = FilePath(text: "/etc/localtime")

  /// The zone with an IANA identifier; throws if the machine's zone lacks one.
  func zone() throws(Failure) -> Zone {
    guard var text = environment["TZ"] else {
      guard !MachineZone.localTime.facts(followingLink: false).isAbsent else { return .gmt }
      guard let zone = zone(of: MachineZone.localTime) else {
        throw unknown("/etc/localtime is not a time zone with a known name")
      }
      return zone
    }
    if text.hasPrefix(":") { text.removeFirst() }
    guard !text.isEmpty else { return zones.zone(named: "UTC") ?? .gmt }
    if let zone = text.hasPrefix("/") ? zone(atPath: text) : zone(named: text) { return zone }
    throw unknown("TZ \"\(text)\" is not a time zone with a known name")
  }

  private func unknown(_ what: String) -> Failure {
    Failure(.usage, "\(what); name the zone, as in --time-zone Europe/Berlin")
  }

  /// Finds a zone by its name, its path below the directory of zones, or a POSIX rule.
  private func zone(named text: String) -> Zone? {
    if let zone = zones.zone(named: text) { return zone }
    let file = FilePath(text: "\(ZoneDirectory.ofSystem)/\(text)")
    return (file.facts().error == 0 ? zone(of: file) : nil) ?? PosixTimeZone(text).flatMap(zone)
  }

  private func zone(atPath text: String) -> Zone? {
    let path = FilePath(text: text)
    return path.facts().error == 0 ? zone(of: path) : nil
  }

  /// Finds the zone of a file, by its path and those of its symbolic links, or else by its content.
  private func zone(of file: FilePath) -> Zone? {
    for step in file.linkSteps {
      guard let name = name(ofFile: step) else { continue }
      // These zones count leap seconds, which is not supported.
      if name.hasPrefix("right/") { return nil }
      let plain = name.hasPrefix("posix/") ? String(name.dropFirst("posix/".count)) : name
      if let zone = zones.zone(named: plain) { return zone }
    }
    return zone(withContentOf: file)
  }

  /// The part of a path after the directory of zones or after `zoneinfo`.
  private func name(ofFile path: FilePath) -> String? {
    let text = "\(path)"
    let directory = ZoneDirectory.ofSystem + "/"
    if text.hasPrefix(directory) { return String(text.dropFirst(directory.count)) }
    return text.ranges(of: "/zoneinfo/").last.map { String(text[$0.upperBound...]) }
  }

  /// Finds an installed zone whose file has the same content.
  private func zone(withContentOf file: FilePath) -> Zone? {
    guard let content = try? file.contents() else { return nil }
    let names =
      [debianName].compactMap { $0 } + ZonesByOffsets.wellKnown + zones.identifiers
    let found = names.first { name in
      (try? FilePath(text: "\(ZoneDirectory.ofSystem)/\(name)").contents()) == content
    }
    return found.flatMap { zones.zone(named: $0) }
  }

  /// The name in `/etc/timezone`, which Debian writes if `/etc/localtime` is a copy.
  private var debianName: String? {
    (try? FilePath(text: "/etc/timezone").contents()).map {
      String(decoding: $0, as: UTF8.self).trimmed
    }
  }

  /// The last year to compare; zones in the database don't change later.
  private static let lastYear = 2_398

  /// Finds a zone with the same offsets as a rule, from a year before `now` through `lastYear`.
  private func zone(_ rule: PosixTimeZone) -> Zone? {
    if let offset = rule.constantOffset, offset % 3_600 == 0 {
      // Names have the signs of POSIX: Etc/GMT-3 is three hours east of Greenwich.
      let hours = offset / 3_600
      let name = hours == 0 ? "UTC" : "Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))"
      if let zone = zones.zone(named: name) { return zone }
    }
    let start = now + -366 * 86_400
    let end = Instant(iso8601: "\(MachineZone.lastYear)-12-01T00:00:00Z") ?? now
    guard start < end else { return nil }
    let first = Zone.gmt.civil(at: start).date.year - 1
    return ZonesByOffsets(zones).zone(
      behavingAs: rule.zone(in: first...max(first, MachineZone.lastYear)), in: start..<end)
  }
}
