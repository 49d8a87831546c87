/// Resolves many wall-clock times or instants of one zone, fastest where they ascend.
///
/// Remembers the stretch of constant offset that the last answer lay in: a daily series asks the
/// same stretch hundreds of times in a row.
package struct ZoneCursor: Sendable {
  /// The zone that is asked.
  package let zone: Zone
  private var offset = 0
  /// Instants for which `offset` holds.
  private var instantRange = 0..<0
  /// Wall-clock times that come once and for which `offset` holds.
  private var civilRange = 0..<0

  /// Makes a cursor that has seen nothing yet.
  package init(_ zone: Zone) {
    self.zone = zone
  }

  /// The wall-clock time at an instant.
  package mutating func civil(at instant: Instant) -> CivilDateTime {
    if !instantRange.contains(instant.secondsSince1970) {
      moveTo(transitionCount: zone.transitionCount(upTo: instant))
    }
    return CivilDateTime(secondsSince1970: instant.secondsSince1970 &+ offset)
  }

  /// The instant that stands for a wall-clock time (RFC 5545, 3.3.5).
  package mutating func instant(of civil: CivilDateTime) -> Instant {
    if civilRange.contains(civil.secondsSince1970) {
      return Instant(secondsSince1970: civil.secondsSince1970 &- offset)
    }
    let instant = zone.instant(of: civil)
    moveTo(transitionCount: zone.transitionCount(upTo: instant))
    return instant
  }

  /// Whether a wall-clock time is known to come once, from the last answer.
  ///
  /// A `false` says nothing: the time may lie in another stretch.
  package func isUnique(_ civil: CivilDateTime) -> Bool {
    civilRange.contains(civil.secondsSince1970)
  }

  private mutating func moveTo(transitionCount count: Int) {
    offset = zone.offset(afterTransitions: count)
    let before = count > 0 ? zone.transitions[count - 1] : nil
    let after = count < zone.transitions.count ? zone.transitions[count] : nil
    instantRange =
      (before?.instant.secondsSince1970 ?? .min)..<(after?.instant.secondsSince1970 ?? .max)
    let civilStart = before?.affectedCivil.upperBound.secondsSince1970 ?? .min
    let civilEnd = after?.affectedCivil.lowerBound.secondsSince1970 ?? .max
    civilRange = civilStart..<max(civilStart, civilEnd)
  }
}
