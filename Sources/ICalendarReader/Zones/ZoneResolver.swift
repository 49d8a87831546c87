package import CivilTime
internal import ICalendar
internal import WorkSharing

/// Finds the zone that a TZID means, for all files of one reading.
///
/// In this order: the IANA name, also behind a vendor's prefix; X-LIC-LOCATION and its like; a name
/// of Windows; the IANA zone that behaves as the VTIMEZONE does; the VTIMEZONE's own rules; the city
/// or the offset in the name.
///
/// What was found once is kept under a lock, so that files can be read side by side. What is found
/// depends on what is asked for alone, and not on who asks first.
final class ZoneResolver: Sendable {
  /// A zone, and what was found on the way.
  struct ResolvedZone: Sendable {
    /// The zone; nil where the TZID means nothing.
    var zone: Zone?
    /// The remark to report.
    var remark: Remark?
  }

  /// A remark about a zone, the same for all files with its VTIMEZONE.
  enum Remark: Sendable {
    case unknown(used: ZoneSubstitute)
    case invalid(TimeZoneDefinition.Fault, used: ZoneSubstitute)
    case contradicted(ZoneContradiction)
    case newer(identifier: String, onset: Instant)

    /// The finding.
    func finding(_ name: String, line: Int?) -> Finding {
      let name = SourceProperty.excerpt(name)
      let line = line ?? 0
      return switch self {
      case .unknown(let used): .zoneUnknown(name: name, used: used)
      case .invalid(let fault, let used):
        .zoneInvalid(name: name, cause: fault.cause, used: used, line: line)
      case .contradicted(let contradiction):
        .zoneContradicted(name: name, identifier: contradiction.named.identifier, line: line)
      case .newer(let identifier, let onset):
        .zoneNewer(name: name, identifier: identifier, onset: onset, line: line)
      }
    }
  }

  private struct Key: Hashable {
    var name: String
    /// The place of the definition in ``Known/definitions``; nil for none.
    var definition: Int?
  }

  /// What was read and found so far.
  private struct Known {
    var answers: [Key: ResolvedZone] = [:]
    var places: [TextDigest: Int] = [:]
    var definitions: [TimeZoneDefinition] = []
    var alikeZones: AlikeZones?
  }

  private let zones: ZoneDatabase
  private let names: ZoneName
  /// The instants over which zones are compared with each other.
  private let window: Range<Instant>
  private let known = Guarded(Known())

  init(_ zones: ZoneDatabase, _ options: ReadingOptions) {
    self.zones = zones
    window = options.zoneWindow
    names = ZoneName(zones)
  }

  /// Reads a VTIMEZONE; each distinct text only once.
  ///
  /// - Returns: The number of the definition.
  func definition(of text: ArraySlice<UInt8>, read: () -> SourceComponent) -> Int {
    known.withLock { known in
      let digest = TextDigest(text.span)
      let place = known.places[digest] ?? known.definitions.count
      if place == known.definitions.count {
        known.definitions.append(TimeZoneDefinition(read()))
        known.places[digest] = place
      }
      return place
    }
  }

  /// The TZID of a definition.
  func name(ofDefinition number: Int) -> String {
    known.withLock { $0.definitions[number].name }
  }

  /// The zone that a TZID means.
  func answer(for name: String, definition number: Int?) -> ResolvedZone {
    let key = Key(name: name, definition: number)
    return known.withLock { known in
      if let answer = known.answers[key] { return answer }
      let answer = find(name, number.map { known.definitions[$0] }, &known.alikeZones)
      known.answers[key] = answer
      return answer
    }
  }

  private func find(
    _ name: String, _ definition: TimeZoneDefinition?, _ alikeZones: inout AlikeZones?
  ) -> ResolvedZone {
    let named =
      names.iana(name) ?? definition?.place.flatMap { names.iana($0) }
      ?? definition?.address.flatMap { names.iana(address: $0) } ?? names.windows(name)
    guard let definition else {
      if let zone = named ?? names.guess(name) { return ResolvedZone(zone: zone) }
      let (zone, used) = substitute(for: name, nil)
      return ResolvedZone(zone: zone, remark: .unknown(used: used))
    }
    let own: Zone
    do throws(TimeZoneDefinition.Fault) {
      own = try definition.zone()
    } catch {
      let (zone, used) = substitute(for: name, named ?? names.guess(name))
      return ResolvedZone(zone: zone, remark: .invalid(error, used: used))
    }
    if let named { return compare(named, with: own, of: definition) }
    let alike = alikeZones ?? AlikeZones(zones)
    alikeZones = alike
    return ResolvedZone(zone: alike.zone(behavingAs: own, in: window, name: name) ?? own)
  }

  /// The substitute for a zone that can't be read.
  private func substitute(
    for name: String, _ known: Zone?
  ) -> (zone: Zone?, used: ZoneSubstitute) {
    if let known {
      return (known, known.isIANA ? .zone(known.identifier) : .offset(known.initialOffset))
    }
    guard let offset = names.shownOffset(name), let zone = names.zone(ofOffset: offset) else {
      return (nil, .device)
    }
    return (zone, .offset(offset))
  }

  /// The zone of the time zone data that a VTIMEZONE names, with newer onsets of the VTIMEZONE.
  private func compare(
    _ named: Zone, with own: Zone, of definition: TimeZoneDefinition
  ) -> ResolvedZone {
    if let newer = definition.newerZone(than: named, own: own, release: release) {
      return ResolvedZone(
        zone: newer.zone, remark: .newer(identifier: named.identifier, onset: newer.onset))
    }
    let contradiction = ZoneContradiction(of: named, by: own, in: definition.knownRange)
    return ResolvedZone(zone: named, remark: contradiction.map { .contradicted($0) })
  }

  /// The release of the time zone data, by the year of its version; nil if that is unknown.
  private var release: Instant? {
    zones.version.flatMap { Instant(iso8601: "\($0.prefix(4))-01-01T00:00:00Z") }
  }
}

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
  /// - Returns: Nil if none behaves alike.
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
