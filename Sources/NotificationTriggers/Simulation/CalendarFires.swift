package import CivilTime

/// The fires of a calendar trigger, from when it is added; lazy, and ascending.
///
/// Each search of a repeating trigger starts from the last fire, as the system's does. The instant
/// of adding itself is never among the fires.
package struct CalendarFires: Sequence, IteratorProtocol, Sendable {
  private let pattern: CalendarPattern
  private let zone: Zone
  private let end: Instant
  /// Where the next search starts; nil once there is none.
  private var base: Instant?

  /// Makes the fires strictly after one instant and before another.
  package init(
    of pattern: CalendarPattern, in zone: Zone, addedAt start: Instant, until end: Instant
  ) {
    self.pattern = pattern
    self.zone = zone
    self.end = end
    base = start
  }

  /// The next fire.
  package mutating func next() -> Instant? {
    guard let last = base, let fire = pattern.nextFire(after: last, in: zone), fire < end else {
      base = nil
      return nil
    }
    base = pattern.isOnce ? nil : fire
    return fire
  }
}
