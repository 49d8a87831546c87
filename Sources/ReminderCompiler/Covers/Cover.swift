package import CivilTime

/// A way to answer a group: repeating triggers, and one-shots for the next of the other fires.
///
/// A set cover in which no fire is covered twice: the fires of the group are its elements, what
/// each trigger answers is a set of them, and one-shots are sets of one. What it leaves is missed.
package struct Cover: Sendable {
  /// Repeating triggers.
  package let repeating: [AnsweringTrigger]
  /// Fires that no repeating trigger answers, the soonest first; each costs a one-shot.
  package let singles: ArraySlice<Instant>
  /// How many of the group's fires are answered.
  package let answered: Int
  /// How many of the fires before the next renewal are not.
  package let missedBeforeRenewal: Int
  /// The first fire that is not answered; nil for none before the horizon.
  package let firstMiss: Instant?

  /// The slots that it takes.
  package var slots: Int { repeating.count + singles.count }

  /// The instant from which on a repeating trigger fires what isn't asked.
  package let firstUnasked: Instant?
  /// How many triggers have to be taken away.
  let removals: Int
  /// The days up to which the repeating triggers are proven, added up.
  let provenDays: Int
}

extension Cover {
  /// Whether everything is right before an instant.
  func isRight(upTo instant: Instant) -> Bool {
    (firstUnasked.map { $0 >= instant } ?? true) && (firstMiss.map { $0 >= instant } ?? true)
  }
}

extension Collection<Cover> {
  /// The fewest slots with which everything is right before an instant; nil where no cover is.
  func fewestSlots(rightUpTo instant: Instant) -> Int? {
    lazy.filter { $0.isRight(upTo: instant) }.map(\.slots).min()
  }
}
