package import CivilTime

/// What a number of slots is worth to a group that nothing else competes with.
package struct SlotBenefit: Equatable, Sendable {
  /// How many fires before the next renewal are missed.
  package let missed: Int
  /// The first instant at which something is wrong; nil for none before the horizon's end.
  ///
  /// Nothing is said of it where fires before the renewal are missed.
  package let exactUntil: Instant?

  /// Whether it is better than another.
  func isBetter(than other: SlotBenefit) -> Bool {
    if missed != other.missed { return missed < other.missed }
    return missed == 0 && (exactUntil ?? .endOfTime) > (other.exactUntil ?? .endOfTime)
  }
}
