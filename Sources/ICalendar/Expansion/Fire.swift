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
  /// How long quiet hours put it off, in seconds; small, since of fires there are many.
  package let delay: Int32

  /// Makes a fire.
  package init(
    at: Instant, repetition: Int, component: Int, occurrenceStart: Instant?, delay: Int32 = 0
  ) {
    self.at = at
    self.repetition = repetition
    self.component = component
    self.occurrenceStart = occurrenceStart
    self.delay = delay
  }

  /// The instant that was asked for, where quiet hours moved the fire; nil where they didn't.
  package var movedFrom: Instant? { delay == 0 ? nil : at + -Int(delay) }

  /// The fire, put off until an instant.
  func moved(to instant: Instant) -> Fire {
    Fire(
      at: instant, repetition: repetition, component: component, occurrenceStart: occurrenceStart,
      delay: Int32(clamping: instant - at))
  }
}
