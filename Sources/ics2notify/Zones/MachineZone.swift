import CSystem
import CalendarFiles
import CivilTime
import ICalendarReader

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The time zone of the machine, as the C library finds it (tzset(3)).
///
/// Where the C library would fall back to UTC without a word, for `TZ` names nothing, this refuses:
/// reminders that are hours off are worse than none.
struct MachineZone {
  private let zones: ZoneDatabase
  private let now: Instant
  private let environment = ProcessInfo.processInfo.environment

  /// Prepares a search; a rule of `TZ` has to behave as a zone does from `now` on.
  init(_ zones: ZoneDatabase, now: Instant) {
    self.zones = zones
    self.now = now
  }

  /// What the machine's clock shows where `TZ` is not set.
  private static let localTime = FilePath(text: "/etc/localtime")

  /// The zone, which has an IANA identifier.
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

  /// The zone of a name, of a file below the directory of zones, or of a rule.
  private func zone(named text: String) -> Zone? {
    if let zone = zones.zone(named: text) { return zone }
    let file = FilePath(text: "\(ZoneDirectory.ofSystem)/\(text)")
    return (file.facts().error == 0 ? zone(of: file) : nil) ?? PosixTimeZone(text).flatMap(zone)
  }

  private func zone(atPath text: String) -> Zone? {
    let path = FilePath(text: text)
    return path.facts().error == 0 ? zone(of: path) : nil
  }

  /// The zone of a file: by the name that it or a link to it has, else by its content.
  private func zone(of file: FilePath) -> Zone? {
    for step in file.linkSteps {
      guard let name = name(ofFile: step) else { continue }
      // Its clocks count leap seconds, as no zone here does.
      if name.hasPrefix("right/") { return nil }
      let plain = name.hasPrefix("posix/") ? String(name.dropFirst("posix/".count)) : name
      if let zone = zones.zone(named: plain) { return zone }
    }
    return zone(withContentOf: file)
  }

  /// The part of a path behind the directory of zones, wherever that is.
  private func name(ofFile path: FilePath) -> String? {
    let text = "\(path)"
    let directory = ZoneDirectory.ofSystem + "/"
    if text.hasPrefix(directory) { return String(text.dropFirst(directory.count)) }
    return text.ranges(of: "/zoneinfo/").last.map { String(text[$0.upperBound...]) }
  }

  /// The zone with the same file among those that are installed.
  private func zone(withContentOf file: FilePath) -> Zone? {
    guard let content = try? file.contents() else { return nil }
    let names =
      [debianName].compactMap { $0 } + ZonesByOffsets.wellKnown + zones.identifiers
    let found = names.first { name in
      (try? FilePath(text: "\(ZoneDirectory.ofSystem)/\(name)").contents()) == content
    }
    return found.flatMap { zones.zone(named: $0) }
  }

  /// What Debian writes beside a copy of a zone's file.
  private var debianName: String? {
    (try? FilePath(text: "/etc/timezone").contents()).map {
      String(decoding: $0, as: UTF8.self).trimmed
    }
  }

  /// The last year that is looked at: zones of the database have no later changes.
  private static let lastYear = 2_398

  /// The zone that behaves as a rule does, from a year ago on for all time that is known.
  private func zone(_ rule: PosixTimeZone) -> Zone? {
    if let offset = rule.constantOffset, offset % 3_600 == 0 {
      // The signs of these names are those of POSIX: Etc/GMT-3 is three hours east.
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
