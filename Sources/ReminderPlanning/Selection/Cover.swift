package import CivilTime
import NotificationTriggers
import ReminderExpansion
package import ReminderOptions

/// A way to answer a group: repeating triggers, and one-shots for the earliest of the other fires.
///
/// A cover is a set cover in which each fire is covered once. Each trigger is the set of the fires
/// that it answers, and a one-shot is a set of one fire. The fires left over are missed.
package struct Cover: Sendable {
  package let repeating: [AnsweringTrigger]
  /// The fires that one-shots answer, ascending.
  ///
  /// Each takes a slot.
  package let singles: ArraySlice<Instant>
  /// The number of the group's fires that are answered.
  package let answered: Int
  /// The number of fires before the next renewal that are missed.
  package let missedBeforeRenewal: Int
  /// The first missed fire; nil if no fire before the horizon is missed.
  package let firstMiss: Instant?

  package var slots: Int { repeating.count + singles.count }

  /// The instant from which a repeating trigger fires unexpectedly; nil for never.
  package let firstUnexpected: Instant?
  let removals: Int
  /// The sum of ``ProvenTrigger/provenDays`` over the repeating triggers.
  let provenDays: Int
}

extension Cover {
  /// Returns whether the cover is exact before an instant: nothing is missed and nothing fires
  /// unexpectedly.
  func isRight(upTo instant: Instant) -> Bool {
    (firstUnexpected.map { $0 >= instant } ?? true) && (firstMiss.map { $0 >= instant } ?? true)
  }
}

extension Cover {
  /// The number of one-shots; nil if the cover has a trigger.
  var countOfSinglesAlone: Int? { repeating.isEmpty ? singles.count : nil }
}

extension Collection<Cover> {
  func fewestSlots(rightUpTo instant: Instant) -> Int? {
    lazy.filter { $0.isRight(upTo: instant) }.map(\.slots).min()
  }
}

extension Cover {
  /// Returns whether the cover dominates another: it is at least as good in every respect that
  /// selection compares.
  ///
  /// A dominated item of a multiple-choice knapsack can be left out, because replacing it by the
  /// dominating item never makes a solution worse (Kellerer, Pferschy and Pisinger, "Knapsack
  /// Problems", 2004, section 11.2).
  func dominates(_ other: Cover) -> Bool {
    guard slots <= other.slots, missedBeforeRenewal <= other.missedBeforeRenewal,
      answered >= other.answered, removals <= other.removals
    else { return false }
    let (mine, theirs) = (firstMiss ?? .endOfTime, other.firstMiss ?? .endOfTime)
    let (removal, theirRemoval) = (
      firstUnexpected ?? .endOfTime, other.firstUnexpected ?? .endOfTime
    )
    guard mine >= theirs, removal >= theirRemoval else { return false }
    return slots < other.slots || repeating.count > other.repeating.count
      || (repeating.count == other.repeating.count && provenDays >= other.provenDays)
  }
}

extension Collection<Cover> {
  /// The Pareto frontier: the covers that no other cover dominates, in ascending order of slots.
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
  /// Returns the triggers of the cover, in no particular order.
  ///
  /// For a single fire, a spare repeating trigger, if found, replaces the one-shot.
  package func triggers(
    for lowered: LoweredGroup, _ options: NotificationOptions
  ) -> [ProvenTrigger] {
    let oneShots = OneShotProver(
      in: lowered.group.zone, isFloating: lowered.group.isFloating, options)
    let spare = lowered.spare?.triggers(for: singles, beside: repeating, of: lowered.group) ?? [:]
    return repeating.map(\.proven) + singles.compactMap { spare[$0] ?? oneShots.proven(at: $0) }
  }
}
