package import CivilTime
import NotificationTriggers

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

extension Cover {
  /// Whether the cover dominates another: it is at least as good in every respect that selection
  /// looks at.
  ///
  /// A dominated item of a multiple-choice knapsack is in no better solution than the one that
  /// dominates it, and can be left out (Kellerer, Pferschy and Pisinger, "Knapsack Problems", 2004,
  /// section 11.2).
  func dominates(_ other: Cover) -> Bool {
    guard slots <= other.slots, missedBeforeRenewal <= other.missedBeforeRenewal,
      answered >= other.answered, removals <= other.removals
    else { return false }
    let (mine, theirs) = (firstMiss ?? .endOfTime, other.firstMiss ?? .endOfTime)
    let (removal, theirRemoval) = (
      firstUnasked ?? .endOfTime, other.firstUnasked ?? .endOfTime
    )
    guard mine >= theirs, removal >= theirRemoval else { return false }
    return slots < other.slots || repeating.count > other.repeating.count
      || (repeating.count == other.repeating.count && provenDays >= other.provenDays)
  }
}

extension Collection<Cover> {
  /// The Pareto frontier: the covers that no other dominates, by slots.
  var nondominated: [Cover] {
    var best: [Cover] = []
    let sorted = enumerated().sorted {
      ($0.element.slots, $0.offset) < ($1.element.slots, $1.offset)
    }
    for (_, cover) in sorted where !best.contains(where: { $0.dominates(cover) }) {
      best.removeAll { cover.dominates($0) }
      best.append(cover)
    }
    return best
  }
}

extension Cover {
  /// The triggers of the cover, in no order: those that repeat, and for each single fire a
  /// repeating trigger that can stand in for its one-shot, or the one-shot.
  package func triggers(
    for lowered: LoweredGroup, _ options: NotificationOptions
  ) -> [ProvenTrigger] {
    let oneShots = OneShots(in: lowered.group.zone, options)
    let spare = lowered.spare?.triggers(for: singles, beside: repeating, of: lowered.group) ?? [:]
    return repeating.map(\.proven) + singles.compactMap { spare[$0] ?? oneShots.proven(at: $0) }
  }
}
