internal import CivilTime
internal import ICalendar

/// Finds the zone that a TZID means, for all files of one reading.
///
/// In this order: the IANA name, also behind a vendor's prefix; X-LIC-LOCATION and its like; a
/// Windows name; the IANA zone that behaves as the VTIMEZONE does; the VTIMEZONE's own rules.
final class ZoneResolver {
  /// A zone, and what was found on the way.
  struct ResolvedZone {
    /// The zone; nil where the TZID means nothing.
    var zone: Zone?
    /// What is wrong.
    var finding: Finding?
  }

  private struct Key: Hashable {
    var name: String
    /// The place of the definition in ``definitions``; nil for none.
    var definition: Int?
  }

  private let zones: ZoneDatabase
  private let names: ZoneName
  private let window: Range<Instant>
  private var answers: [Key: ResolvedZone] = [:]
  private var places: [ArraySlice<UInt8>: Int] = [:]
  private var definitions: [TimeZoneDefinition] = []
  private lazy var alikeZones = AlikeZones(zones)

  init(_ zones: ZoneDatabase, window: Range<Instant>) {
    self.zones = zones
    self.window = window
    names = ZoneName(zones)
  }

  /// Reads a VTIMEZONE; each distinct text only once.
  ///
  /// - Parameters:
  ///   - text: The VTIMEZONE's bytes.
  ///   - read: Reads it where it is new.
  /// - Returns: The definition's number.
  func definition(of text: ArraySlice<UInt8>, read: () -> SourceComponent) -> Int {
    if let known = places[text] { return known }
    definitions.append(TimeZoneDefinition(read()))
    // A copy, so that the cache does not keep the whole file in memory.
    places[ArraySlice(Array(text))] = definitions.count - 1
    return definitions.count - 1
  }

  /// The TZID of a definition.
  func name(ofDefinition number: Int) -> String { definitions[number].name }

  /// The zone that a TZID means.
  ///
  /// - Parameters:
  ///   - name: The TZID.
  ///   - number: The number of its definition; nil where the calendar has none.
  /// - Returns: The zone, and what was found on the way.
  func answer(for name: String, definition number: Int?) -> ResolvedZone {
    let key = Key(name: name, definition: number)
    if let known = answers[key] { return known }
    let answer = find(name, number.map { definitions[$0] })
    answers[key] = answer
    return answer
  }

  private func find(_ name: String, _ definition: TimeZoneDefinition?) -> ResolvedZone {
    let named =
      names.iana(name) ?? definition?.place.flatMap { names.iana($0) }
      ?? definition?.address.flatMap { names.iana(address: $0) } ?? names.windows(name)
    guard let definition else {
      let zone = named ?? names.guess(name)
      return ResolvedZone(
        zone: zone, finding: zone == nil ? .zoneUnknown(name: SourceProperty.excerpt(name)) : nil)
    }
    guard let own = definition.zone() else {
      return ResolvedZone(
        zone: named ?? names.guess(name),
        finding: .zoneInvalid(name: SourceProperty.excerpt(name)))
    }
    let range = definition.knownRange(in: window)
    if let named {
      return ResolvedZone(
        zone: named,
        finding: own.contradicts(named, in: range) || !named.shows(own.lastOffset, in: window)
          ? .zoneContradicted(name: SourceProperty.excerpt(name), identifier: named.identifier)
          : nil)
    }
    return ResolvedZone(
      zone: alikeZones.zone(behavingAs: own, in: window, name: name) ?? own, finding: nil)
  }
}
