public import CivilTime

/// One instant at which one reminder is due.
public struct Fire: Hashable, Sendable {
  /// When the reminder is due.
  public let at: Instant
  /// Which repeat it is, from 1; 0 for the first alert.
  public let repetition: Int
  /// Whose alarm it is: an index into ``EventSeries/components``.
  package let component: Int
  /// The start of the occurrence that it belongs to; nil for an absolute trigger.
  public let occurrenceStart: Instant?

  /// Makes a fire.
  package init(at: Instant, repetition: Int, component: Int, occurrenceStart: Instant?) {
    self.at = at
    self.repetition = repetition
    self.component = component
    self.occurrenceStart = occurrenceStart
  }
}

/// The fires of one reminder in a range.
package struct Fires: Sendable {
  /// The fires by instant, then repetition, then component.
  package var fires: [Fire]
  /// Where a bound cut the look short: from here on there may be fires that are not listed.
  package var cut: Instant?
  /// Whether it was the number of fires that cut it, so that a shorter look would see farther; a
  /// search that takes too many steps is not shortened by looking at less.
  package var isCrowded = false

  /// Makes a list of fires.
  package init(_ fires: [Fire] = [], cut: Instant? = nil) {
    self.fires = fires
    self.cut = cut
  }
}

extension Fires {
  /// Cuts the look short from an instant on, if it isn't cut before.
  mutating func lower(cutTo instant: Instant, isCrowded: Bool) {
    cut = min(cut ?? instant, instant)
    self.isCrowded = self.isCrowded || isCrowded
  }

  /// Puts the fires in order and enforces the bound.
  mutating func sortAndCut(to limit: Int) {
    func precedes(_ left: Fire, _ right: Fire) -> Bool {
      (left.at, left.repetition, left.component) < (right.at, right.repetition, right.component)
    }
    let isSorted = zip(fires, fires.dropFirst()).allSatisfy { !precedes($1, $0) }
    if !isSorted { fires.sort(by: precedes) }
    if fires.count > limit { lower(cutTo: fires[limit].at, isCrowded: true) }
    if let cut { fires.removeSubrange(fires.partitionPoint { $0.at < cut }...) }
  }
}
