package import CivilTime
import NotificationTriggers

/// The triggers of a group as a conflict graph.
///
/// The independent sets of the graph are the ways to answer the group.
///
/// Two triggers conflict if they fire at the same instant, because the reminder would be shown
/// twice. They can still be used together if one of them is removed by then.
package struct ConflictGraph: Sendable {
  /// A conflict, as seen from one of its two triggers.
  package struct Conflict: Sendable {
    /// The index of the other trigger.
    package let other: Int
    /// The first instant at which both fire.
    package let at: Instant
  }

  /// The triggers.
  ///
  /// Each is sound by itself until its `removeBy`.
  package private(set) var triggers: [AnsweringTrigger] = []
  /// For each trigger, its conflicts before one of the two triggers must be removed.
  package private(set) var conflicts: [[Conflict]] = []

  init() {}

  /// Makes the graph of patterns, and of a time-interval trigger if there is one.
  init(
    _ found: [(trigger: AnsweringTrigger, candidate: CandidatePattern)],
    interval: AnsweringTrigger? = nil
  ) {
    triggers = found.map(\.trigger) + [interval].compactMap(\.self)
    conflicts = CommonInstants(of: found.map(\.candidate.allFires)).firsts
    guard let interval else { return }
    conflicts.append([])
    for place in found.indices {
      guard let at = interval.firstCommon(with: found[place].trigger) else { continue }
      conflicts[place].append(Conflict(other: found.count, at: at))
      conflicts[found.count].append(Conflict(other: place, at: at))
    }
  }

  init(_ graph: ConflictGraph, keeping indices: [Int]) {
    let places = Dictionary(uniqueKeysWithValues: zip(indices, 0...))
    triggers = indices.map { graph.triggers[$0] }
    conflicts = indices.map { index in
      graph.conflicts[index].compactMap { conflict in
        places[conflict.other].map { Conflict(other: $0, at: conflict.at) }
      }
    }
  }

  /// The instants at which triggers stop being sound, alone or beside another, in no particular
  /// order and with duplicates.
  package var turningPoints: [Instant] {
    triggers.compactMap(\.proven.removeBy) + conflicts.flatMap { $0.map(\.at) }
  }
}
