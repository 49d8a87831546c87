internal import CivilTime
internal import ICalendar
internal import WorkSharing

/// Finds the zone that a TZID means, for all files of one reading.
///
/// In this order: the IANA name, also behind a vendor's prefix; X-LIC-LOCATION and its like; a
/// Windows name; the IANA zone that behaves as the VTIMEZONE does; the VTIMEZONE's own rules.
///
/// What was found once is kept under a lock, so that files can be read side by side. What is found
/// depends on what is asked for alone, and not on who asks first.
final class ZoneResolver: Sendable {
  /// A zone, and what was found on the way.
  struct ResolvedZone: Sendable {
    /// The zone; nil where the TZID means nothing.
    var zone: Zone?
    /// What is wrong.
    var finding: Finding?
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
    /// The definition that was asked for last: files of one program mostly have the same.
    var last: (text: [UInt8], place: Int)?
    var alikeZones: AlikeZones?
  }

  private let zones: ZoneDatabase
  private let names: ZoneName
  private let window: Range<Instant>
  private let known = Guarded(Known())

  init(_ zones: ZoneDatabase, window: Range<Instant>) {
    self.zones = zones
    self.window = window
    names = ZoneName(zones)
  }

  /// Reads a VTIMEZONE; each distinct text only once.
  ///
  /// The first lines of one have no END, so that they are never the whole of another.
  ///
  /// - Parameters:
  ///   - text: The VTIMEZONE's bytes, or its first lines.
  ///   - read: Reads it where it is new.
  /// - Returns: The definition's number.
  func definition(of text: ArraySlice<UInt8>, read: () -> SourceComponent) -> Int {
    known.withLock { known in
      if let last = known.last, last.text[...].isSame(as: text) { return last.place }
      let digest = TextDigest(text)
      let place = known.places[digest] ?? known.definitions.count
      if place == known.definitions.count {
        known.definitions.append(TimeZoneDefinition(read()))
        known.places[digest] = place
      }
      // A copy, so that the cache does not keep the whole file in memory.
      known.last = (Array(text), place)
      return place
    }
  }

  /// The TZID of a definition.
  func name(ofDefinition number: Int) -> String {
    known.withLock { $0.definitions[number].name }
  }

  /// The zone that a TZID means.
  ///
  /// - Parameters:
  ///   - name: The TZID.
  ///   - number: The number of its definition; nil where the calendar has none.
  /// - Returns: The zone, and what was found on the way.
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
    let alike = alikeZones ?? AlikeZones(zones)
    alikeZones = alike
    return ResolvedZone(
      zone: alike.zone(behavingAs: own, in: window, name: name) ?? own, finding: nil)
  }
}
