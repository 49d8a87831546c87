public import Foundation
import Synchronization

/// The zones that Foundation knows, each walked once into a ``Zone``.
///
/// The only place where zone data comes in. Foundation brings its own copy of the IANA database;
/// its version is ``dataVersion``.
///
/// ```swift
/// let zones = ZoneDatabase()
/// let berlin = zones.zone(named: "Europe/Berlin")!
/// print(berlin.offset(at: Instant(iso8601: "2028-07-01T00:00:00Z")!))  // 7200
/// print(zones.zone(named: "Europe/Atlantis") == nil)  // true
/// ```
public final class ZoneDatabase: Sendable {
  private let zones = Mutex<[String: Zone?]>([:])

  /// Makes an empty cache over Foundation's zones.
  public init() {}

  /// The first instant whose offset is asked of Foundation: 1850-01-01T00:00:00Z.
  ///
  /// Before it, local mean time is taken, as IANA's data does before clocks were set by law.
  private static let start = -3_786_825_600.0

  /// The instant where the tables end: 2400-01-01T00:00:00Z, after the last year that is expanded.
  package static let end = Instant(secondsSince1970: 13_569_465_600)

  /// The most transitions that are taken from one zone.
  ///
  /// The zones with the most have 1,100 up to 2400. The bound ends a walk on data that repeat.
  private static let maximumTransitions = 4_000

  /// The version of Foundation's zone data, such as `2025b`.
  public static var dataVersion: String { TimeZone.timeZoneDataVersion }

  /// All identifiers that Foundation lists.
  ///
  /// Naming `knownTimeZoneIdentifiers` also keeps FoundationInternationalization in a statically
  /// linked program, without which `TimeZone(identifier:)` is nil for every named zone.
  public static var knownIdentifiers: [String] { TimeZone.knownTimeZoneIdentifiers }

  /// The zone with an IANA identifier.
  ///
  /// - Parameter identifier: For example `Europe/Berlin`; case matters.
  /// - Returns: Nil where Foundation knows no such zone.
  public func zone(named identifier: String) -> Zone? {
    zones.withLock { zones in
      if let known = zones[identifier] { return known }
      let zone = ZoneDatabase.walk(identifier)
      zones[identifier] = .some(zone)
      return zone
    }
  }

  private static func walk(_ identifier: String) -> Zone? {
    // Foundation also makes zones of "GMT+3" and of abbreviations, which no other system knows.
    guard
      identifier.contains("/") || namesWithoutRegion.contains(identifier)
        || knownIdentifierSet.contains(identifier)
    else { return nil }
    guard let timeZone = TimeZone(identifier: identifier) else { return nil }
    var date = Date(timeIntervalSince1970: start)
    let initialOffset = timeZone.secondsFromGMT(for: date)
    var offset = initialOffset
    var transitions: [Zone.Transition] = []
    for _ in 0..<maximumTransitions {
      guard let next = timeZone.nextDaylightSavingTimeTransition(after: date), next > date,
        next < end.date
      else { break }
      let after = timeZone.secondsFromGMT(for: next)
      let instant = Instant(secondsSince1970: Int(next.timeIntervalSince1970.rounded(.up)))
      transitions.append(
        Zone.Transition(instant: instant, offsetBefore: offset, offsetAfter: after))
      offset = after
      date = next
    }
    return Zone(
      identifier: timeZone.identifier, isIANA: true, initialOffset: initialOffset,
      transitions: transitions)
  }

  /// The names of the IANA database without a region, which Foundation knows and doesn't list.
  private static let namesWithoutRegion: Set = [
    "CET", "CST6CDT", "Cuba", "EET", "EST", "EST5EDT", "Egypt", "Eire", "GB", "GB-Eire", "GMT",
    "GMT+0", "GMT-0", "GMT0", "Greenwich", "HST", "Hongkong", "Iceland", "Iran", "Israel",
    "Jamaica", "Japan", "Kwajalein", "Libya", "MET", "MST", "MST7MDT", "NZ", "NZ-CHAT", "Navajo",
    "PRC", "PST8PDT", "Poland", "Portugal", "ROC", "ROK", "Singapore", "Turkey", "UCT", "UTC",
    "Universal", "W-SU", "WET", "Zulu",
  ]

  private static let knownIdentifierSet = Set(TimeZone.knownTimeZoneIdentifiers)
}

extension Instant {
  /// The instant of a `Date`, its fraction of a second cut off.
  public init(_ date: Date) {
    self.init(secondsSince1970: Int(date.timeIntervalSince1970.rounded(.down)))
  }

  /// The instant as a `Date`.
  public var date: Date { Date(timeIntervalSince1970: TimeInterval(secondsSince1970)) }
}
