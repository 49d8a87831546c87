#if canImport(FoundationEssentials)
  public import FoundationEssentials
  import FoundationInternationalization
#else
  public import Foundation
#endif

/// The zones of Foundation, which brings its own copy of the IANA database.
package struct FoundationZones: ZoneSource {
  package init() {}

  package var version: String? { TimeZone.timeZoneDataVersion }

  package var place: String { "Foundation" }

  // Naming `knownTimeZoneIdentifiers` also keeps FoundationInternationalization in a statically
  // linked program, without which `TimeZone(identifier:)` is nil for every named zone.
  package var identifiers: [String] { TimeZone.knownTimeZoneIdentifiers }

  package func zone(named identifier: String) -> Zone? {
    // Foundation also makes zones of "GMT+3" and of abbreviations, which no other system knows.
    guard identifier.contains("/") || FoundationZones.namesWithoutRegion.contains(identifier)
    else { return nil }
    guard let timeZone = TimeZone(identifier: identifier) else { return nil }
    let (first, end) = (ZoneDatabase.range.lowerBound.date, ZoneDatabase.end.date)
    let initialOffset = timeZone.secondsFromGMT(for: first)
    return Zone(
      identifier: timeZone.identifier, isIANA: true, initialOffset: initialOffset,
      transitions: FoundationZones.walk(timeZone, from: first, to: end, offset: initialOffset))
  }

  /// The transitions after an instant and before another, as Foundation tells them one by one.
  private static func walk(
    _ timeZone: TimeZone, from first: Date, to end: Date, offset firstOffset: Int
  ) -> [Zone.Transition] {
    var date = first
    var offset = firstOffset
    var transitions: [Zone.Transition] = []
    while let next = timeZone.nextDaylightSavingTimeTransition(after: date), next > date,
      next < end
    {
      let after = timeZone.secondsFromGMT(for: next)
      let instant = Instant(secondsSince1970: Int(next.timeIntervalSince1970.rounded(.up)))
      transitions.append(
        Zone.Transition(instant: instant, offsetBefore: offset, offsetAfter: after))
      offset = after
      date = next
    }
    return transitions
  }

  /// The names of the IANA database without a region, which Foundation knows and doesn't list.
  private static let namesWithoutRegion: Set = [
    "CET", "CST6CDT", "Cuba", "EET", "EST", "EST5EDT", "Egypt", "Eire", "GB", "GB-Eire", "GMT",
    "GMT+0", "GMT-0", "GMT0", "Greenwich", "HST", "Hongkong", "Iceland", "Iran", "Israel",
    "Jamaica", "Japan", "Kwajalein", "Libya", "MET", "MST", "MST7MDT", "NZ", "NZ-CHAT", "Navajo",
    "PRC", "PST8PDT", "Poland", "Portugal", "ROC", "ROK", "Singapore", "Turkey", "UCT", "UTC",
    "Universal", "W-SU", "WET", "Zulu",
  ]
}

extension Instant {
  /// The instant of a `Date`, rounded down to a whole second: half a second before 1970 is -1.
  ///
  /// - Parameter date: The date. It is limited to 30 million years from 1970, and NaN counts as 1970.
  public init(_ date: Date) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    let bounded = min(max(seconds.isNaN ? 0 : seconds, -Instant.farthest), Instant.farthest)
    self.init(secondsSince1970: Int(bounded))
  }

  /// The farthest that a `Date` is followed, in seconds: about 30 million years.
  private static let farthest = 1e15

  /// The instant as a `Date`.
  public var date: Date { Date(timeIntervalSince1970: TimeInterval(secondsSince1970)) }
}
