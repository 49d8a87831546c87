internal import CivilTime

/// Finds the IANA zone that a TZID means by its name alone.
struct ZoneName {
  private let zones: ZoneDatabase

  init(_ zones: ZoneDatabase) {
    self.zones = zones
  }

  /// The identifiers by their lower-case form; made for a name that is none as it stands.
  private static let identifiers = Dictionary(
    ZoneDatabase.knownIdentifiers.map { ($0.lowercased(), $0) }, uniquingKeysWith: { $1 })

  /// The longest name that is looked at, in bytes; the longest IANA identifier has 32.
  private static let longestName = 256

  /// The zone with an IANA identifier, also behind a vendor's prefix such as
  /// `/mozilla.org/20050126_1/`.
  func iana(_ name: String) -> Zone? {
    guard name.utf8.count <= ZoneName.longestName else { return nil }
    let trimmed = name.filter { $0 != "\"" && !$0.isNewline }
      .replacing(" ", with: "_")
    let parts = trimmed.split(separator: "/")
    if !trimmed.hasPrefix("/") {
      return exact(trimmed)
    }
    // The longest end that is an identifier: America/Argentina/Buenos_Aires has three parts.
    for count in [3, 2, 1] where parts.count >= count {
      if let zone = exact(parts.suffix(count).joined(separator: "/")) { return zone }
    }
    return nil
  }

  /// The zone at the end of an address such as `http://tzurl.org/zoneinfo/Europe/Berlin`.
  func iana(address: String) -> Zone? {
    let parts = address.split(separator: "/")
    guard parts.count >= 3 else { return nil }
    return iana("/" + parts.suffix(3).joined(separator: "/"))
  }

  /// The zone that Windows calls by a name.
  func windows(_ name: String) -> Zone? {
    guard name.utf8.count <= ZoneName.longestName else { return nil }
    let plain = name.filter { $0 != "\"" }
    guard let identifier = WindowsZones.identifiers[plain] ?? ZoneName.windows[plain.lowercased()]
    else { return nil }
    return zones.zone(named: identifier)
  }

  private static let windows = Dictionary(
    WindowsZones.identifiers.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { $1 })

  /// The zone that a name seems to mean, for one that nothing else explains: `US-Eastern`,
  /// `UTC+01`.
  func guess(_ name: String) -> Zone? {
    guard name.utf8.count <= ZoneName.longestName else { return nil }
    return exact(name.replacing("-", with: "/", maxReplacements: 1)) ?? fixedOffset(name)
  }

  private func exact(_ name: String) -> Zone? {
    if name.uppercased() == "UTC" || name == "Z" { return .gmt }
    return zones.zone(named: name)
      ?? ZoneName.identifiers[name.lowercased()].flatMap { zones.zone(named: $0) }
  }

  /// The zone of `UTC+01` or `GMT-5`: IANA's names for whole hours have the opposite sign.
  private func fixedOffset(_ name: String) -> Zone? {
    let upper = name.uppercased()
    guard upper.hasPrefix("UTC") || upper.hasPrefix("GMT") else { return nil }
    let offset = upper.dropFirst(3).replacing(":00", with: "")
    guard offset.utf8.count <= 3, offset.hasPrefix("+") || offset.hasPrefix("-"),
      let hours = Int(offset), (-12...14).contains(hours)
    else { return nil }
    return hours == 0 ? .gmt : zones.zone(named: "Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))")
  }
}
