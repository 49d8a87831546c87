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
