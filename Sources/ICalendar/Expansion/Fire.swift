package import CivilTime

/// One instant at which one reminder is due.
package struct Fire: Hashable, Sendable {
  /// When the reminder is due.
  package let at: Instant
  /// Which repeat it is, from 1; 0 for the first alert.
  package let repetition: Int
  /// Whose alarm it is: an index into ``EventSeries/components``.
  package let component: Int
  /// The start of the occurrence that it belongs to; nil for an absolute trigger.
  package let occurrenceStart: Instant?

  /// Makes a fire.
  package init(at: Instant, repetition: Int, component: Int, occurrenceStart: Instant?) {
    self.at = at
    self.repetition = repetition
    self.component = component
    self.occurrenceStart = occurrenceStart
  }
}
