#if canImport(FoundationEssentials)
  public import FoundationEssentials
  import FoundationInternationalization
#else
  public import Foundation
#endif

/// The zones of Foundation, which has its own copy of the IANA database.
package struct FoundationZones: ZoneSource {
  package init() {}

  package var version: String? { TimeZone.timeZoneDataVersion }

  package var place: String { "Foundation" }

  package var isEmpty: Bool { identifiers.isEmpty }

  // Using `knownTimeZoneIdentifiers` also links FoundationInternationalization into a static
  // program. Without it, `TimeZone(identifier:)` returns nil for every named zone.
  package var identifiers: [String] { TimeZone.knownTimeZoneIdentifiers }

  package func zone(named identifier: String) -> Zone? {
    // Foundation also accepts "GMT+3" and abbreviations, which other systems do not know.
    guard identifier.contains("/") || FoundationZones.namesWithoutRegion.contains(identifier)
    else { return nil }
    guard let timeZone = TimeZone(identifier: identifier) else { return nil }
    return Zone(timeZone, isIANA: true)
  }

  /// IANA identifiers without a region that Foundation accepts but does not list.
  private static let namesWithoutRegion: Set = [
    "CET", "CST6CDT", "Cuba", "EET", "EST", "EST5EDT", "Egypt", "Eire", "GB", "GB-Eire", "GMT",
    "GMT+0", "GMT-0", "GMT0", "Greenwich", "HST", "Hongkong", "Iceland", "Iran", "Israel",
    "Jamaica", "Japan", "Kwajalein", "Libya", "MET", "MST", "MST7MDT", "NZ", "NZ-CHAT", "Navajo",
    "PRC", "PST8PDT", "Poland", "Portugal", "ROC", "ROK", "Singapore", "Turkey", "UCT", "UTC",
    "Universal", "W-SU", "WET", "Zulu",
  ]
}

extension Zone {
  /// Makes the zone with the offsets of a `TimeZone` in ``ZoneDatabase/range``.
  package convenience init(_ timeZone: TimeZone, isIANA: Bool) {
    var date = ZoneDatabase.range.lowerBound.date
    let initialOffset = timeZone.secondsFromGMT(for: date)
    var offset = initialOffset
    var transitions: [Transition] = []
    while let next = timeZone.nextDaylightSavingTimeTransition(after: date), next > date,
      next < ZoneDatabase.end.date
    {
      let after = timeZone.secondsFromGMT(for: next)
      // If Foundation reports a fraction of a second, the transition applies from the next second.
      let instant = Instant(secondsSince1970: Int(next.timeIntervalSince1970.rounded(.up)))
      transitions.append(Transition(instant: instant, offsetBefore: offset, offsetAfter: after))
      (offset, date) = (after, next)
    }
    self.init(
      identifier: timeZone.identifier, isIANA: isIANA, initialOffset: initialOffset,
      transitions: transitions)
  }
}

extension Instant {
  /// Makes the instant of a `Date`, rounded down to a whole second: -0.5 becomes -1.
  ///
  /// - Parameter date: The date. It is limited to about 30 million years from 1970. NaN becomes
  ///   1970.
  public init(_ date: Date) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    let bounded = min(max(seconds.isNaN ? 0 : seconds, -Instant.farthest), Instant.farthest)
    self.init(secondsSince1970: Int(bounded))
  }

  /// The largest distance of a `Date` from 1970, in seconds: about 30 million years.
  private static let farthest = 1e15

  /// The instant as a `Date`.
  public var date: Date { Date(timeIntervalSince1970: TimeInterval(secondsSince1970)) }
}
