import WorkSharing

/// Time zones by name, each read once into a ``Zone``.
///
/// The only place where zone data comes in: by default from Foundation, and in the command line from
/// the files of the system.
///
/// ```swift
/// let zones = ZoneDatabase()
/// let berlin = zones.zone(named: "Europe/Berlin")!
/// print(berlin.offset(at: Instant(iso8601: "2028-07-01T00:00:00Z")!))  // 7200
/// print(zones.zone(named: "Europe/Atlantis") == nil)  // true
/// ```
public final class ZoneDatabase: Sendable {
  private let source: any ZoneSource
  private let zones = Guarded<[String: Zone?]>([:])
  private let names = Guarded<Names?>(nil)

  /// The identifiers that the source lists.
  private struct Names {
    let all: [String]
    let byLowerCase: [String: String]
  }

  /// Makes an empty cache over Foundation's zones.
  public convenience init() { self.init(FoundationZones()) }

  /// Makes an empty cache over the zones of a source.
  package init(_ source: some ZoneSource) { self.source = source }

  /// The instants of the tables: from 1850-01-01T00:00:00Z on, up to 2400-01-01T00:00:00Z, after the
  /// last year that is expanded.
  ///
  /// Before it, the first offset is taken: local mean time, as before clocks were set by law.
  package static let range =
    Instant(secondsSince1970: -3_786_825_600)..<Instant(secondsSince1970: 13_569_465_600)

  /// The instant where the tables end.
  package static let end = range.upperBound

  /// The version of Foundation's zone data, such as `2025b`.
  public static var dataVersion: String { FoundationZones().version ?? "" }

  /// The version of the data in use, such as `2026f`; nil if it is unknown.
  package var version: String? { source.version }

  /// The data in use: `2026f (/usr/share/zoneinfo)`.
  package var dataDescription: String {
    "\(version ?? "unknown version") (\(source.place))"
  }

  /// Whether there are any data, which a statically linked program can lack.
  package var hasZones: Bool { zone(named: "Europe/Berlin") != nil }

  /// All identifiers that the source lists.
  package var identifiers: [String] { allNames.all }

  /// The identifier that equals a name, ignoring case; nil for other names.
  package func identifier(ignoringCase name: String) -> String? {
    allNames.byLowerCase[name.lowercased()]
  }

  private var allNames: Names {
    names.withLock { names in
      if let names { return names }
      let all = source.identifiers
      let made = Names(
        all: all,
        byLowerCase: Dictionary(all.map { ($0.lowercased(), $0) }, uniquingKeysWith: { $1 }))
      names = made
      return made
    }
  }

  /// The zone with an IANA identifier.
  ///
  /// - Parameter identifier: For example `Europe/Berlin`; case matters.
  /// - Returns: Nil for an unknown name.
  public func zone(named identifier: String) -> Zone? {
    zones.withLock { zones in
      if let known = zones[identifier] { return known }
      // Apple's systems call it GMT.
      let zone = source.zone(named: identifier == "UTC" ? "GMT" : identifier)
      zones[identifier] = .some(zone)
      return zone
    }
  }
}

/// A source of zones for a ``ZoneDatabase``.
package protocol ZoneSource: Sendable {
  /// The version of the data, such as `2026f`; nil if it is unknown.
  var version: String? { get }
  /// The origin of the data: `Foundation`, or a directory.
  var place: String { get }
  /// The identifiers of all zones; those of former times may be missing.
  var identifiers: [String] { get }

  /// Reads a zone, with its transitions in ``ZoneDatabase/range``.
  ///
  /// - Parameter identifier: A name of the IANA database, or any text of a calendar.
  /// - Returns: The zone; nil if the source lacks it.
  func zone(named identifier: String) -> Zone?
}

extension ZoneDatabase {
  /// The key of a decoder's `userInfo` below which the database stands that looks zones up.
  ///
  /// Without one, decoders share a database of their own.
  public static let userInfoKey: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "ics2notify.ZoneDatabase") else {
      preconditionFailure("any text is a key")
    }
    return key
  }()

  /// The zones of decoders that bring none: walking a zone once is enough for a process.
  private static let shared = ZoneDatabase()

  /// Looks up a zone that a document names.
  ///
  /// - Parameters:
  ///   - identifier: For example `Europe/Berlin`.
  ///   - decoder: What reads the document.
  /// - Returns: Nil where there is no such zone.
  package static func zone(named identifier: String, for decoder: any Decoder) -> Zone? {
    let database = decoder.userInfo[userInfoKey] as? ZoneDatabase ?? shared
    return database.zone(named: identifier)
  }
}
