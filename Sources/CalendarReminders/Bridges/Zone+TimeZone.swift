public import CivilTime

#if canImport(FoundationEssentials)
  public import FoundationEssentials
  import FoundationInternationalization
#else
  public import Foundation
#endif

extension Zone {
  /// The zone that Foundation has for a `TimeZone`.
  ///
  /// An IANA zone is that of the database; a fixed offset (`GMT+0330`) or a zone that the database
  /// doesn't know becomes a zone of its own, ``isIANA`` false, with the same offsets from 1850 to
  /// 2400. Triggers can't be pinned to such a zone; what recurs in it is compiled to single fires.
  ///
  /// ```swift
  /// let fixed = Zone(TimeZone(secondsFromGMT: 12_600)!)
  /// print(fixed.isIANA, fixed.initialOffset)  // false 12600
  /// let berlin = Zone(TimeZone(identifier: "Europe/Berlin")!)
  /// print(berlin == ZoneDatabase().zone(named: "Europe/Berlin")!)  // true
  /// ```
  ///
  /// - Parameters:
  ///   - timeZone: The time zone; one that follows the device is read as it is now.
  ///   - database: Where zones are kept that are asked for again and again.
  public convenience init(_ timeZone: TimeZone, from database: ZoneDatabase = ZoneDatabase()) {
    if let known = database.zone(named: timeZone.identifier) {
      self.init(
        identifier: known.identifier, isIANA: known.isIANA, initialOffset: known.initialOffset,
        transitions: known.transitions)
    } else {
      let first = Zone.firstDate
      self.init(
        identifier: timeZone.identifier, isIANA: false,
        initialOffset: timeZone.secondsFromGMT(for: first),
        transitions: Zone.transitions(of: timeZone, after: first))
    }
  }

  /// Where the tables begin: 1850-01-01T00:00:00Z, as those of ``ZoneDatabase`` do.
  private static let firstDate = Date(timeIntervalSince1970: -3_786_825_600)

  /// The most transitions of a zone: more than any has between 1850 and 2400.
  private static let maximumTransitions = 4_000

  /// The transitions of a time zone up to the end of all tables.
  private static func transitions(of timeZone: TimeZone, after first: Date) -> [Transition] {
    var date = first
    var offset = timeZone.secondsFromGMT(for: first)
    var transitions: [Transition] = []
    for _ in 0..<maximumTransitions {
      guard let next = timeZone.nextDaylightSavingTimeTransition(after: date), next > date,
        next < ZoneDatabase.end.date
      else { break }
      let after = timeZone.secondsFromGMT(for: next)
      // A transition that is told between two seconds holds from the later one on.
      let instant = Instant(Date(timeIntervalSince1970: next.timeIntervalSince1970.rounded(.up)))
      transitions.append(
        Transition(instant: instant, offsetBefore: offset, offsetAfter: after))
      (offset, date) = (after, next)
    }
    return transitions
  }
}

extension TimeZone {
  /// The time zone of a zone; nil where Foundation can't say it.
  ///
  /// ```swift
  /// print(TimeZone(Zone.gmt)!.secondsFromGMT())  // 0
  /// let ship = Zone(identifier: "Ship", isIANA: false, initialOffset: 3_600)
  /// print(TimeZone(ship)!.secondsFromGMT())  // 3600
  /// ```
  ///
  /// - Parameter zone: An IANA zone, or one whose offset never changes. The observances of a
  ///   VTIMEZONE have no name that Foundation knows.
  public init?(_ zone: Zone) {
    if zone.isIANA {
      self.init(identifier: zone.identifier)
    } else if zone.transitions.isEmpty {
      self.init(secondsFromGMT: zone.initialOffset)
    } else {
      return nil
    }
  }
}
