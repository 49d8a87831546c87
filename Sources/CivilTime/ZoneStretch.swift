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
