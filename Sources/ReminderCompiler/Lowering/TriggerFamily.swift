package import CivilTime

/// A proven repeating trigger with the fires of its stream that it answers before the horizon.
package struct AnsweringTrigger: Sendable {
  /// The trigger.
  package let proven: ProvenTrigger
  /// The fires, ascending; at least one.
  package let answered: [Instant]
}

/// Repeating triggers for one stream, no fire of which two of them answer: any of them can be used
/// without the others.
package struct TriggerFamily: Sendable {
  /// The triggers.
  package let triggers: [AnsweringTrigger]
}
