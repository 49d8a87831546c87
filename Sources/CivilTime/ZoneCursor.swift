/// Resolves many wall-clock times or instants of one zone, fastest where they ascend.
///
/// Remembers the stretch of constant offset that the last answer lay in: a daily series asks the
/// same stretch hundreds of times in a row.
package struct ZoneCursor: Sendable {
  /// The zone that is asked.
  package let zone: Zone
  /// The stretch that the last answer lay in.
  private var stretch = ZoneStretch.none

  /// Makes a cursor that has seen nothing yet.
  package init(_ zone: Zone) {
    self.zone = zone
  }

  /// The wall-clock time at an instant.
  package mutating func civil(at instant: Instant) -> CivilDateTime {
    if !stretch.instants.contains(instant.secondsSince1970) {
      stretch = ZoneStretch(of: zone, afterTransitions: zone.transitionCount(upTo: instant))
    }
    return CivilDateTime(secondsSince1970: instant.secondsSince1970 &+ stretch.offset)
  }

  /// The instant that stands for a wall-clock time (RFC 5545, 3.3.5).
  package mutating func instant(of civil: CivilDateTime) -> Instant {
    if stretch.civils.contains(civil.secondsSince1970) {
      return Instant(secondsSince1970: civil.secondsSince1970 &- stretch.offset)
    }
    let instant = zone.instant(of: civil)
    stretch = ZoneStretch(of: zone, afterTransitions: zone.transitionCount(upTo: instant))
    return instant
  }

  /// Whether a wall-clock time is known to come once, from the last answer.
  ///
  /// A `false` says nothing: the time may lie in another stretch.
  package func isUnique(_ civil: CivilDateTime) -> Bool {
    stretch.civils.contains(civil.secondsSince1970)
  }
}

/// A stretch of time in which a zone's offset stays as it is.
package struct ZoneStretch: Sendable {
  /// The instants of the stretch, in seconds since 1970.
  package let instants: Range<Int>
  /// The wall-clock times that come once, and in the stretch: as if its clock showed UTC.
  package let civils: Range<Int>
  /// Seconds east of UTC.
  package let offset: Int

  /// A stretch without any instant.
  package static let none = ZoneStretch(instants: 0..<0, civils: 0..<0, offset: 0)

  private init(instants: Range<Int>, civils: Range<Int>, offset: Int) {
    self.instants = instants
    self.civils = civils
    self.offset = offset
  }

  /// The stretch of a zone after a number of its transitions.
  ///
  /// - Parameters:
  ///   - zone: The zone.
  ///   - count: From 0, before the first transition, to the number of all.
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
