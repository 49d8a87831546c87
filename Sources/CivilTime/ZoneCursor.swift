/// Converts wall-clock times and instants of one zone, fastest if they are ascending.
///
/// Caches the period of constant offset that contained the last result. The occurrences of a daily
/// series fall into the same period hundreds of times in a row.
package struct ZoneCursor: Sendable {
  /// The zone of the results.
  package let zone: Zone
  /// The period that contained the last result.
  private var period = OffsetPeriod.none

  /// Makes a cursor with an empty cache.
  package init(_ zone: Zone) {
    self.zone = zone
  }

  /// The wall-clock time at an instant.
  package mutating func civil(at instant: Instant) -> CivilDateTime {
    if !period.instants.contains(instant.secondsSince1970) {
      period = OffsetPeriod(of: zone, afterTransitions: zone.transitionCount(upTo: instant))
    }
    return CivilDateTime(secondsSince1970: instant.secondsSince1970 &+ period.offset)
  }

  /// The instant that a wall-clock time denotes (RFC 5545, 3.3.5).
  package mutating func instant(of civil: CivilDateTime) -> Instant {
    if period.civils.contains(civil.secondsSince1970) {
      return Instant(secondsSince1970: civil.secondsSince1970 &- period.offset)
    }
    let instant = zone.instant(of: civil)
    period = OffsetPeriod(of: zone, afterTransitions: zone.transitionCount(upTo: instant))
    return instant
  }
}

/// A period in which a zone's offset does not change.
package struct OffsetPeriod: Sendable {
  /// The instants of the period, in seconds since 1970-01-01T00:00:00Z.
  package let instants: Range<Int>
  /// The wall-clock times that occur once and only in the period, in seconds since
  /// 1970-01-01T00:00:00.
  package let civils: Range<Int>
  /// Seconds east of UTC.
  package let offset: Int

  /// A period without instants.
  package static let none = OffsetPeriod(instants: 0..<0, civils: 0..<0, offset: 0)

  private init(instants: Range<Int>, civils: Range<Int>, offset: Int) {
    self.instants = instants
    self.civils = civils
    self.offset = offset
  }

  /// Makes the period that follows a number of a zone's transitions; 0 is before the first.
  package init(of zone: Zone, afterTransitions count: Int) {
    let before = count > 0 ? zone.transitions[count - 1] : nil
    let after = count < zone.transitions.count ? zone.transitions[count] : nil
    let start = before?.affectedCivil.upperBound.secondsSince1970 ?? .min
    let end = after?.affectedCivil.lowerBound.secondsSince1970 ?? .max
    self.init(
      instants: (before?.instant.secondsSince1970 ?? .min)..<(after?.instant.secondsSince1970
        ?? .max),
      civils: start..<max(start, end), offset: zone.offset(afterTransitions: count))
  }
}
