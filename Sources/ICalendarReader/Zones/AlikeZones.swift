package import CivilTime

/// IANA zones that behave alike, to name one that is told by its behaviour only.
package struct AlikeZones {
  private let zones: [Zone]

  /// Takes up all zones of a database that have a place.
  package init(_ database: ZoneDatabase) {
    zones = database.identifiers
      .filter { AlikeZones.regions.contains($0.prefix { $0 != "/" }) && $0.contains("/") }
      .compactMap { database.zone(named: $0) }
  }

  /// The zone with the same offsets; of several, one whose city a name mentions.
  ///
  /// - Parameters:
  ///   - own: The behaviour.
  ///   - range: When it has to be the same.
  ///   - name: The name that may mention a city.
  /// - Returns: Nil where none behaves alike.
  package func zone(
    behavingAs own: Zone, in range: Range<Instant>, name: String = ""
  ) -> Zone? {
    let alike = zones.filter { $0.agrees(with: own, in: range) }
    let mentioned = alike.first { zone in
      let city = zone.identifier.split(separator: "/").last.map(String.init) ?? zone.identifier
      return name.contains(city.replacing("_", with: " "))
    }
    if let mentioned { return mentioned }
    return AlikeZones.wellKnown.lazy.compactMap { name in
      alike.first { $0.identifier == name }
    }.first ?? alike.first
  }

  /// The first parts of the identifiers that name a place.
  private static let regions: Set<Substring> = [
    "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe",
    "Indian", "Pacific",
  ]

  /// Zones that are taken for others that behave alike, so that the name says something.
  package static let wellKnown = [
    "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles",
    "America/Sao_Paulo", "Europe/London", "Europe/Berlin", "Europe/Athens", "Europe/Moscow",
    "Africa/Johannesburg", "Asia/Dubai", "Asia/Kolkata", "Asia/Shanghai", "Asia/Tokyo",
    "Australia/Sydney", "Pacific/Auckland",
  ]
}
