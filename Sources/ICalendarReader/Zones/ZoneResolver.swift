package import CivilTime
internal import ICalendar
internal import WorkSharing

/// Finds the zone for each TZID, for all files of one reading.
///
/// It tries, in this order: an IANA name, also after a vendor's prefix; X-LIC-LOCATION,
/// TZID-ALIAS-OF and TZURL; a Windows name; the IANA zone with the offsets of the VTIMEZONE; the
/// VTIMEZONE's own rules; the city or the offset in the name. An IANA name without a place, such as
/// EST, is ignored if the VTIMEZONE has other clock changes.
///
/// Results are cached under a lock, so that files can be read in parallel. A result depends only on
/// the arguments, not on the order of the calls.
final class ZoneResolver: Sendable {
  struct ResolvedZone: Sendable {
    /// The zone; nil if the TZID is unknown.
    var zone: Zone?
    var remark: Remark?
  }

  /// A remark about a zone, which applies to all files with the same VTIMEZONE.
  enum Remark: Sendable {
    case unknown(used: ZoneSubstitute)
    case invalid(TimeZoneDefinition.FormatError, used: ZoneSubstitute)
    case contradicted(ZoneContradiction)
    case newer(identifier: String, onset: Instant)

    /// Returns the diagnostic.
    ///
    /// `line` is the line of the VTIMEZONE.
    func finding(_ name: String, line: Int?) -> Finding {
      let name = SourceProperty.excerpt(name)
      let line = line ?? 0
      return switch self {
      case .unknown(let used): .zoneUnknown(name: name, used: used)
      case .invalid(let fault, used: .zone(let identifier)):
        .zoneReplaced(name: name, cause: fault.cause, identifier: identifier, line: line)
      case .invalid(let fault, let used):
        .zoneInvalid(name: name, cause: fault.cause, used: used, line: line)
      case .contradicted(let contradiction) where contradiction.isOnlyIncomplete:
        .zoneReplaced(
          name: name, cause: "it lacks later clock changes",
          identifier: contradiction.named.identifier, line: line)
      case .contradicted(let contradiction):
        .zoneContradicted(name: name, identifier: contradiction.named.identifier, line: line)
      case .newer(let identifier, let onset):
        .zoneNewer(name: name, identifier: identifier, onset: onset, line: line)
      }
    }
  }

  private struct CacheKey: Hashable {
    var name: String
    /// The index of the definition in ``Cache/definitions``; nil for none.
    var definition: Int?
  }

  private struct Cache {
    var answers: [CacheKey: ResolvedZone] = [:]
    var places: [TextDigest: Int] = [:]
    var definitions: [TimeZoneDefinition] = []
    var zonesByOffsets: ZonesByOffsets?
  }

  let zones: ZoneDatabase
  private let names: ZoneNameResolver
  /// The period in which zones are compared with each other.
  private let window: Range<Instant>
  private let known = Guarded(Cache())

  init(_ zones: ZoneDatabase, options: ReadingOptions) {
    self.zones = zones
    window = options.zoneWindow
    names = ZoneNameResolver(zones)
  }

  /// Reads a VTIMEZONE, each distinct text only once, and returns its number.
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

  /// Returns the corrections in a definition, with the number of lines from its BEGIN on.
  func corrections(ofDefinition number: Int) -> [(finding: Finding, line: Int)] {
    known.withLock { $0.definitions[number].corrections }
  }

  func name(ofDefinition number: Int) -> String {
    known.withLock { $0.definitions[number].name }
  }

  func answer(for name: String, definition number: Int?) -> ResolvedZone {
    let key = CacheKey(name: name, definition: number)
    return known.withLock { known in
      if let answer = known.answers[key] { return answer }
      let answer = find(
        name, definition: number.map { known.definitions[$0] },
        zonesByOffsets: &known.zonesByOffsets)
      known.answers[key] = answer
      return answer
    }
  }

  private func find(
    _ name: String, definition: TimeZoneDefinition?, zonesByOffsets: inout ZonesByOffsets?
  ) -> ResolvedZone {
    let byName = names.iana(name)
    let shown = ZoneNameResolver.ShownName(name)
    // Lazy, because the table of Windows names is large.
    lazy var byOthers =
      definition?.place.flatMap { names.iana($0) }
      ?? definition?.address.flatMap { names.iana(address: $0) } ?? names.windows(shown)
    guard let definition else {
      if let zone = byName ?? byOthers ?? names.guess(shown) { return ResolvedZone(zone: zone) }
      let (zone, used) = substitute(for: shown, nil)
      return ResolvedZone(zone: zone, remark: .unknown(used: used))
    }
    let own: Zone
    do throws(TimeZoneDefinition.FormatError) {
      own = try definition.zone()
    } catch {
      let (zone, used) = substitute(for: shown, byName ?? byOthers ?? names.guess(shown))
      return ResolvedZone(zone: zone, remark: .invalid(error, used: used))
    }
    let isMisnamed =
      names.iana(name, ofPlace: true) == nil
      && byName.map { differs(own, from: $0, in: definition.knownRange) } ?? false
    if let named = isMisnamed ? byOthers : byName ?? byOthers {
      return compare(named, with: own, of: definition)
    }
    let alike = zonesByOffsets ?? ZonesByOffsets(zones)
    zonesByOffsets = alike
    return zone(like: own, named: name, definition, among: alike)
  }

  /// Whether a VTIMEZONE has other offsets than a zone that its TZID names without a place.
  ///
  /// Some writers name a zone after its winter time, so that EST has daylight saving time.
  private func differs(_ own: Zone, from named: Zone, in known: Range<Instant>) -> Bool {
    own.deviation(from: named, in: window.clamped(to: known), within: Zone.lateOnset) == nil
  }

  /// Finds the IANA zone of a VTIMEZONE whose TZID names none.
  private func zone(
    like own: Zone, named name: String, _ definition: TimeZoneDefinition, among all: ZonesByOffsets
  ) -> ResolvedZone {
    func zone(in range: Range<Instant>) -> Zone? {
      all.zone(behavingAs: own, in: range, name: name, within: Zone.lateOnset)
    }
    if let zone = zone(in: window) { return ResolvedZone(zone: zone) }
    // Some writers list just the clock changes around now.
    guard own.transitions.count > 1, let last = definition.lastOnset(in: own),
      case let listed = window.clamped(to: definition.knownRange.lowerBound..<last + 1),
      own.transitions(in: listed).count > 1, let zone = zone(in: listed)
    else { return ResolvedZone(zone: own) }
    return compare(zone, with: own, of: definition)
  }

  /// The substitute for a zone that cannot be read.
  private func substitute(
    for name: ZoneNameResolver.ShownName, _ known: Zone?
  ) -> (zone: Zone?, used: ZoneSubstitute) {
    if let known {
      return (known, known.isIANA ? .zone(known.identifier) : .offset(known.initialOffset))
    }
    guard let offset = name.offset, let zone = names.zone(ofOffset: offset) else {
      return (nil, .device)
    }
    return (zone, .offset(offset))
  }

  /// The zone that a VTIMEZONE names, with any newer onsets of the VTIMEZONE.
  private func compare(
    _ named: Zone, with own: Zone, of definition: TimeZoneDefinition
  ) -> ResolvedZone {
    if let newer = definition.newerZone(than: named, own: own, release: release) {
      return ResolvedZone(
        zone: newer.zone, remark: .newer(identifier: named.identifier, onset: newer.onset))
    }
    let contradiction = ZoneContradiction(
      of: named, by: own, in: definition.knownRange, lastOnset: definition.lastOnset(in: own))
    return ResolvedZone(zone: named, remark: contradiction.map { .contradicted($0) })
  }

  /// The start of the year in the time zone data's version; nil if the version is unknown.
  private var release: Instant? {
    zones.version.flatMap { Instant(iso8601: "\($0.prefix(4))-01-01T00:00:00Z") }
  }
}

/// Finds an IANA zone by its offsets, so that an unnamed zone gets a name.
package struct ZonesByOffsets {
  private let zones: [Zone]

  /// Loads all zones of a database whose identifiers name a place.
  package init(_ database: ZoneDatabase) {
    zones = database.identifiers
      .filter { ZonesByOffsets.regions.contains($0.prefix { $0 != "/" }) && $0.contains("/") }
      .compactMap { database.zone(named: $0) }
  }

  /// Returns the zone with the same offsets for most of the time.
  ///
  /// If there are several, a zone whose city occurs in `name` is preferred.
  ///
  /// - Parameters:
  ///   - own: The zone to match.
  ///   - range: The period that matters.
  ///   - name: The name of `own`.
  ///   - tolerance: The first length of different offsets that is too long, in seconds; 0 for
  ///     exactly the same offsets.
  /// - Returns: Nil if all zones differ more.
  package func zone(
    behavingAs own: Zone, in range: Range<Instant>, name: String = "", within tolerance: Int = 0
  ) -> Zone? {
    let near = zones.compactMap { zone in
      zone.deviation(from: own, in: range, within: tolerance).map { (zone: zone, deviation: $0) }
    }
    let least = near.map(\.deviation).min()
    let alike = near.filter { $0.deviation == least }.map(\.zone)
    let mentioned = alike.first { zone in
      let city = zone.identifier.split(separator: "/").last.map(String.init) ?? zone.identifier
      return name.contains(city.replacing("_", with: " "))
    }
    if let mentioned { return mentioned }
    return ZonesByOffsets.wellKnown.lazy.compactMap { name in
      alike.first { $0.identifier == name }
    }.first ?? alike.first
  }

  /// The first parts of identifiers that name a place.
  private static let regions: Set<Substring> = [
    "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe",
    "Indian", "Pacific",
  ]

  /// Well-known zones, preferred over others with the same offsets.
  package static let wellKnown = [
    "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles",
    "America/Sao_Paulo", "Europe/London", "Europe/Berlin", "Europe/Athens", "Europe/Moscow",
    "Africa/Johannesburg", "Asia/Dubai", "Asia/Kolkata", "Asia/Shanghai", "Asia/Tokyo",
    "Australia/Sydney", "Pacific/Auckland",
  ]
}
