package import CivilTime
import NotificationTriggers

/// The triggers of a group, and which of them conflict: the graph whose independent sets are the
/// ways to answer the group.
///
/// Two triggers that fire at one instant would show a reminder twice there: they conflict. They can
/// be used together all the same where one of them is taken away by then.
package struct ConflictGraph: Sendable {
  /// That a trigger conflicts with another.
  package struct Conflict: Sendable {
    /// The other trigger, as an index.
    package let other: Int
    /// The first instant at which both fire.
    package let at: Instant
  }

  /// The triggers, each by itself right.
  package private(set) var triggers: [AnsweringTrigger] = []
  /// For each trigger those that it conflicts with before one of the two has to be taken away.
  package private(set) var conflicts: [[Conflict]] = []

  /// Makes a graph without triggers.
  init() {}

  /// Makes the graph of proven triggers.
  ///
  /// - Parameter found: The triggers, with what the search knows of their fires up to the end of
  ///   the proof.
  init(_ found: [(trigger: AnsweringTrigger, candidate: CandidatePattern)]) {
    self.init(found.map(\.trigger)) { first, second in
      let (own, other) = (found[first].candidate, found[second].candidate)
      return own.canConflict(other) ? own.allFires.firstCommon(with: other.allFires) : nil
    }
  }

  /// Makes the graph of triggers.
  init(_ triggers: [AnsweringTrigger], conflict: (Int, Int) -> Instant?) {
    self.triggers = triggers
    conflicts = Array(repeating: [], count: triggers.count)
    for first in triggers.indices {
      for second in triggers.indices.dropFirst(first + 1) {
        guard let at = conflict(first, second) else { continue }
        conflicts[first].append(Conflict(other: second, at: at))
        conflicts[second].append(Conflict(other: first, at: at))
      }
    }
  }

  /// Makes the graph of some triggers of another one.
  init(_ graph: ConflictGraph, keeping indices: [Int]) {
    let places = Dictionary(uniqueKeysWithValues: zip(indices, 0...))
    triggers = indices.map { graph.triggers[$0] }
    conflicts = indices.map { index in
      graph.conflicts[index].compactMap { conflict in
        places[conflict.other].map { Conflict(other: $0, at: conflict.at) }
      }
    }
  }

  /// The instants at which triggers begin to be wrong: those by which they have to be taken away,
  /// each alone or beside another; in no order, with repeats.
  package var turningPoints: [Instant] {
    triggers.compactMap(\.proven.removeBy) + conflicts.flatMap { $0.map(\.at) }
  }
}
