import CSystem
package import CivilTime
import ICalendarReader

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The time zone of the machine, by the rules of the C library (tzset(3)).
///
/// If `TZ` or `/etc/localtime` names a zone without a file, the C library and systemd silently use
/// UTC. An old name is resolved instead, and any other name is an error, because reminders that are
/// hours off are worse.
package struct MachineZone {
  /// The zone that the setting names.
  package let zone: Zone
  /// The setting that the C library and systemd read as UTC; nil if they use ``zone``.
  package let misread: MisreadName?

  /// A setting that names a zone without a file.
  package struct MisreadName {
    /// `TZ`, or the path of the link.
    package let setting: String
    /// The zone's name in the setting.
    package let name: String
  }

  /// Finds the zone; throws if it lacks an IANA identifier.
  ///
  /// A POSIX rule in `TZ` must match a zone around and after `now`.
  package init(_ zones: ZoneDatabase, now: Instant) throws(Failure) {
    let search = MachineZoneSearch(zones: zones, now: now)
    if let text = ProcessInfo.processInfo.environment["TZ"] {
      self = try search.zone(ofVariable: text)
    } else {
      self = try search.zoneOfFile()
    }
  }

  /// Makes the zone of a machine, with the setting that its C library misreads.
  package init(_ zone: Zone, misread: MisreadName? = nil) {
    self.zone = zone
    // The C library's UTC is right then.
    let isUTC = zone.transitions.isEmpty && zone.initialOffset == 0
    self.misread = isUTC ? nil : misread
  }

  /// The zone that systemd uses for lines without a zone.
  package var zoneOfSystemd: Zone { misread == nil ? zone : .gmt }
}

/// A search for the machine's zone.
private struct MachineZoneSearch {
  let zones: ZoneDatabase
  let now: Instant

  /// The zone of the machine unless `TZ` is set.
  private static let localTime = FilePath(text: "/etc/localtime")

  func zoneOfFile() throws(Failure) -> MachineZone {
    let file = MachineZoneSearch.localTime
    guard !file.facts(followingLink: false).isAbsent else { return MachineZone(.gmt) }
    guard let found = zone(of: file, setting: "\(file)") else {
      throw unknown("\(file) is not a time zone with a known name")
    }
    return found
  }

  func zone(ofVariable value: String) throws(Failure) -> MachineZone {
    let text = value.hasPrefix(":") ? String(value.dropFirst()) : value
    guard !text.isEmpty else { return MachineZone(.gmt) }
    let found =
      text.hasPrefix("/") ? zone(of: FilePath(text: text), setting: "TZ") : zone(named: text)
    guard let found else { throw unknown("TZ \"\(text)\" is not a time zone with a known name") }
    return found
  }

  private func unknown(_ what: String) -> Failure {
    zones.isEmpty
      ? ZoneDatabase.missingData
      : Failure(.usage, "\(what); name the zone, as in --time-zone Europe/Berlin")
  }

  /// Finds a zone by its name, its path below the directory of zones, or a POSIX rule.
  private func zone(named text: String) -> MachineZone? {
    let file = FilePath(text: "\(ZoneDirectory.ofSystem)/\(text)")
    if let zone = zones.zone(named: text) {
      // The C library reads a name with an offset as a rule: EST5EDT.
      let isRead = file.facts().error == 0 || text.utf8.contains(where: \.isDigit)
      return MachineZone(zone, misread: isRead ? nil : .init(setting: "TZ", name: text))
    }
    return (file.facts().error == 0 ? zone(of: file, setting: "TZ") : nil)
      ?? PosixTimeZone(text).flatMap(zone).map { MachineZone($0) }
  }

  /// Finds the zone of a file, by its path and those of its symbolic links, or else by its content.
  private func zone(of file: FilePath, setting: String) -> MachineZone? {
    for step in file.linkSteps {
      guard let name = name(ofFile: step) else { continue }
      // These zones count leap seconds, which is not supported.
      if name.hasPrefix("right/") { return nil }
      let plain = name.hasPrefix("posix/") ? String(name.dropFirst("posix/".count)) : name
      if let zone = zones.zone(named: plain) {
        let isRead = file.facts().error == 0
        return MachineZone(zone, misread: isRead ? nil : .init(setting: setting, name: plain))
      }
    }
    return zone(withContentOf: file).map { MachineZone($0) }
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
    let end = Instant(iso8601: "\(MachineZoneSearch.lastYear)-12-01T00:00:00Z") ?? now
    guard start < end else { return nil }
    let first = Zone.gmt.civil(at: start).date.year - 1
    return ZonesByOffsets(zones).zone(
      behavingAs: rule.zone(in: first...max(first, MachineZoneSearch.lastYear)), in: start..<end)
  }
}
