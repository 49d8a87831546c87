import CivilTime

extension LoweredGroup {
  /// The group without triggers that have to be taken away and do no more than a one-shot.
  ///
  /// Some triggers answer their second fire beyond the instant up to which the group can be exact
  /// with all slots. Fires before it are missed then anyway, and a one-shot for the first fire never
  /// has to be taken away. If even all slots miss fires before the renewal, each answered fire counts
  /// and all triggers stay.
  ///
  /// - Parameter options: The renewal, and all slots of the plan.
  /// - Returns: The group.
  func withoutIdleRemovals(_ options: CoverOptions) -> LoweredGroup {
    let instants = group.instants
    let slots = options.planSlots
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
    return LoweredGroup(
      group,
      GroupTriggers(
        graph: ConflictGraph(graph, keeping: graph.triggers.indices.filter { !idle.contains($0) }),
        counterexamples: counterexamples, spare: spare, allowsRemoval: allowsRemoval))
  }
}

extension AnsweringTrigger {
  /// The second fire that it answers before the horizon; nil for none.
  fileprivate var secondAnswered: Instant? { answered.dropFirst().first }
}
