import WorkSharing

#if canImport(FoundationEssentials)
  public import FoundationEssentials
  import FoundationInternationalization
#else
  public import Foundation
#endif

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
  private let zones = Guarded<[String: Zone?]>([:])

  /// Makes an empty cache over Foundation's zones.
  public init() {}

  /// The first instant whose offset is asked of Foundation: 1850-01-01T00:00:00Z.
  ///
  /// Before it, local mean time is taken, as IANA's data does before clocks were set by law.
  private static let start = -3_786_825_600.0

  /// The instant where the tables end: 2400-01-01T00:00:00Z, after the last year that is expanded.
  package static let end = Instant(secondsSince1970: 13_569_465_600)

  /// The most transitions that are asked for in one walk.
  ///
  /// The zones with the most have 1,100 up to 2400. The bound ends a walk on data that repeat.
  private static let maximumTransitions = 4_000

  /// The version of Foundation's zone data, such as `2025b`.
  public static var dataVersion: String { TimeZone.timeZoneDataVersion }

  /// Whether Foundation has its data, which a statically linked program can lack.
  package static var hasZones: Bool { TimeZone(identifier: "Europe/Berlin") != nil }

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
    let first = Date(timeIntervalSince1970: start)
    let initialOffset = timeZone.secondsFromGMT(for: first)
    let unruled = Date(
      timeIntervalSince1970: TimeInterval(
        RecurringTransitions.start(ofYear: RecurringTransitions.years.upperBound)))
    var transitions = walk(timeZone, from: first, to: unruled, offset: initialOffset)
    transitions +=
      recurring(after: transitions, timeZone)
      ?? walk(
        timeZone, from: transitions.last?.instant.date ?? first, to: end.date,
        offset: transitions.last?.offsetAfter ?? initialOffset)
    return Zone(
      identifier: timeZone.identifier, isIANA: true, initialOffset: initialOffset,
      transitions: transitions)
  }

  /// The transitions after an instant and before another, as Foundation tells them one by one.
  private static func walk(
    _ timeZone: TimeZone, from first: Date, to end: Date, offset firstOffset: Int
  ) -> [Zone.Transition] {
    var date = first
    var offset = firstOffset
    var transitions: [Zone.Transition] = []
    for _ in 0..<maximumTransitions {
      guard let next = timeZone.nextDaylightSavingTimeTransition(after: date), next > date,
        next < end
      else { break }
      let after = timeZone.secondsFromGMT(for: next)
      let instant = Instant(secondsSince1970: Int(next.timeIntervalSince1970.rounded(.up)))
      transitions.append(
        Zone.Transition(instant: instant, offsetBefore: offset, offsetAfter: after))
      offset = after
      date = next
    }
    return transitions
  }

  /// Of how many transitions that recur one is compared with Foundation's: mostly of 16 years.
  private static let recurringForOneChecked = 32

  /// The transitions up to ``end`` that the rules of the years before give again.
  ///
  /// Foundation takes microseconds to find each, which made half of a short run.
  ///
  /// - Parameters:
  ///   - known: All before.
  ///   - timeZone: What is asked whether they do recur.
  /// - Returns: Nil where they do not.
  private static func recurring(
    after known: [Zone.Transition], _ timeZone: TimeZone
  ) -> [Zone.Transition]? {
    guard let rules = RecurringTransitions(known) else { return nil }
    let years = RecurringTransitions.years.upperBound..<end.civilInUTC.date.year
    let found = years.flatMap(rules.transitions(ofYear:))
    let all = known.suffix(1) + found
    for index in stride(from: all.startIndex + 1, to: all.endIndex, by: recurringForOneChecked) {
      guard
        timeZone.nextDaylightSavingTimeTransition(after: all[index - 1].instant.date)
          == all[index].instant.date,
        timeZone.secondsFromGMT(for: all[index].instant.date) == all[index].offsetAfter
      else { return nil }
    }
    let last = all.last?.instant.date ?? Date(timeIntervalSince1970: start)
    let next = timeZone.nextDaylightSavingTimeTransition(after: last)
    guard next.map({ $0 <= last || $0 >= end.date }) ?? true else { return nil }
    return found
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
  /// The instant of a `Date`, rounded down to a whole second: half a second before 1970 is -1.
  ///
  /// - Parameter date: The date; one farther than 30 million years away counts as that far, and one
  ///   that is no number as 1970.
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
