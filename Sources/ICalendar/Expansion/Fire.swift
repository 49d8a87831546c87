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
