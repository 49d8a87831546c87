import WorkSharing

/// A cache of time zones by identifier, which loads each ``Zone`` once.
///
/// All zone data enters the program here. The default source is Foundation; the command line uses
/// only the TZif files of the system.
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
  private let misses = Guarded(0)

  private struct Names {
    let all: [String]
    let byLowerCase: [String: String]
  }

  /// Makes an empty cache of Foundation's zones.
  public convenience init() { self.init(FoundationZones()) }

  /// Makes an empty cache of the zones of a source.
  package init(_ source: some ZoneSource) { self.source = source }

  /// The instants that the tables cover: from 1850-01-01T00:00:00Z to 2400-01-01T00:00:00Z, after
  /// the last year that is expanded.
  ///
  /// Before the range, the first offset holds: the local mean time from before standard time.
  package static let range =
    Instant(secondsSince1970: -3_786_825_600)..<Instant(secondsSince1970: 13_569_465_600)

  /// The end of the tables.
  package static let end = range.upperBound

  /// The version of Foundation's zone data, such as `2025b`.
  public static var dataVersion: String { FoundationZones().version ?? "" }

  /// The version of the data, such as `2026f`; nil if it is unknown.
  package var version: String? { source.version }

  /// The origin of the data: `Foundation`, or a directory.
  package var place: String { source.place }

  /// The version and the origin of the data: `2026f (/usr/share/zoneinfo)`.
  package var dataDescription: String {
    "\(version ?? "unknown version") (\(source.place))"
  }

  /// Whether the source lacks all zones.
  package var isEmpty: Bool { source.isEmpty }

  /// The number of zones, other than UTC, that were looked up in a source without any zone.
  package var missedCount: Int { misses.withLock { $0 } }

  /// All identifiers that the source lists.
  package var identifiers: [String] { allNames.all }

  /// The identifier that equals a name except for case; nil if the source lists none.
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

  /// Returns the zone with an IANA identifier.
  ///
  /// - Parameter identifier: For example `Europe/Berlin`. Case matters.
  /// - Returns: The zone; nil if the identifier is unknown.
  public func zone(named identifier: String) -> Zone? {
    // Apple's systems name UTC GMT.
    guard identifier != "UTC", identifier != "GMT" else { return .gmt }
    return zones.withLock { zones in
      if let known = zones[identifier] { return known }
      let zone = source.zone(named: identifier)
      if zone == nil, source.isEmpty {
        misses.withLock { $0 += 1 }
      } else {
        zones[identifier] = .some(zone)
      }
      return zone
    }
  }
}

extension ZoneDatabase: Hashable {
  /// Two databases are equal if they are the same object.
  public static func == (left: ZoneDatabase, right: ZoneDatabase) -> Bool { left === right }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A source of zones for a ``ZoneDatabase``.
package protocol ZoneSource: Sendable {
  /// The version of the data, such as `2026f`; nil if it is unknown.
  var version: String? { get }
  /// The origin of the data: `Foundation`, or a directory.
  var place: String { get }
  /// Whether the source lacks all zones, for example because its files are not installed.
  var isEmpty: Bool { get }
  /// The identifiers of all zones.
  ///
  /// Obsolete ones may be missing.
  var identifiers: [String] { get }

  /// Loads a zone with its transitions in ``ZoneDatabase/range``.
  ///
  /// - Parameter identifier: An IANA identifier, or any text from a calendar.
  /// - Returns: The zone; nil if the source does not have it.
  func zone(named identifier: String) -> Zone?
}

extension ZoneDatabase {
  /// The key in a decoder's `userInfo` for the database that looks zones up.
  ///
  /// Decoders without this key share one database.
  public static let userInfoKey: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "ics2notify.ZoneDatabase") else {
      preconditionFailure("any text is a key")
    }
    return key
  }()

  /// The database of decoders without ``userInfoKey``.
  ///
  /// Loading a zone once per process is enough.
  private static let shared = ZoneDatabase()

  /// Looks up a zone that a document names; nil if it is unknown.
  package static func zone(named identifier: String, for decoder: any Decoder) -> Zone? {
    let database = decoder.userInfo[userInfoKey] as? ZoneDatabase ?? shared
    return database.zone(named: identifier)
  }
}
