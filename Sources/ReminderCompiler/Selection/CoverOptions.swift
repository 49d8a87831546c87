import CivilTime

/// What covers are searched for with: one copy for all groups of a selection, with what follows
/// from the options worked out once.
///
/// Ten thousand groups, each with options of its own, would fill more memory than their fires.
final class CoverOptions: Sendable {
  /// The instant at which the requests are added.
  let now: Instant
  /// The next renewal.
  let renewal: Instant
  /// The end of the fires that are looked at.
  let end: Instant
  /// The instant before which a repeating trigger must not have to be taken away.
  let earliestRemoval: Instant
  /// The slots that a plan may fill.
  let slots: Int
  /// What is pending already.
  let pending: PendingIdentifiers

  /// The most days that any trigger is proven, counted as ``ProvenTrigger/provenDays``.
  var mostProvenDays: Int { max(.endOfProof, end).secondsSince1970 / 86_400 }

  /// Takes what matters of the options of a compilation.
  init(_ options: NotificationOptions) {
    now = options.now
    renewal = options.renewal
    end = options.window.upperBound
    earliestRemoval = options.earliestRemoval
    slots = options.slots
    pending = options.pending
  }
}

/// How many triggers searches may look at in all branches of a component, and how many they did.
struct SearchWork {
  var limit = IndependentSetSearch.maximumWork
  var done = 0
}

extension LoweredGroup {
  /// The group without triggers that have to be taken away and do no more than a one-shot.
  ///
  /// Some triggers answer their second fire beyond the instant up to which the group can be exact
  /// with all slots. Fires before it are missed then anyway, and a one-shot for the first fire never
  /// has to be taken away. If even all slots miss fires before the renewal, each answered fire counts
  /// and all triggers stay.
  func withoutIdleRemovals(_ options: CoverOptions) -> LoweredGroup {
    let instants = group.instants
    let slots = options.slots
    // One-shots alone are exact up to the first fire without one.
    guard slots > 0, slots < instants.count else { return self }
    let graph = graph
    let doubtful = graph.triggers.indices.filter {
      graph.triggers[$0].proven.removeBy != nil
        && graph.triggers[$0].secondAnswered.map { $0 >= instants[slots] } ?? true
    }
    guard !doubtful.isEmpty else { return self }
    let search = CoverSearch(self, options, pending: PendingIdentifiers())
    guard search.fewestSlots(upTo: options.renewal) <= slots else { return self }
    let sorted = doubtful.sorted {
      graph.triggers[$0].secondAnswered ?? .endOfTime
        < graph.triggers[$1].secondAnswered ?? .endOfTime
    }
    let useful = sorted.partitionPoint {
      graph.triggers[$0].secondAnswered.map { search.fewestSlots(upTo: $0 + 1) <= slots } ?? false
    }
    let idle = Set(sorted[useful...])
    guard !idle.isEmpty else { return self }
    var reduced = self
    reduced.graph = ConflictGraph(
      graph, keeping: graph.triggers.indices.filter { !idle.contains($0) })
    return reduced
  }
}

extension AnsweringTrigger {
  /// The second fire that it answers before the horizon; nil for none.
  fileprivate var secondAnswered: Instant? { answered.dropFirst().first }
}
