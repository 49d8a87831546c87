import CivilTime

/// The upper bound for branch and bound: the most slots that the remaining triggers can save.
///
/// It is a relaxation of the problem. Conflicts are ignored, and each fire is counted once. The
/// bound is computed from the union of the triggers' fires, which are stored as bits.
struct SavingsBound {
  /// The greatest number of remaining triggers for which a tie at the bound is still searched.
  ///
  /// Such a search can only improve the number of triggers, the proven days, the pending requests
  /// and the identifiers.
  private static let maximumTied = 8

  /// The fires that each trigger answers; nil if there are too many.
  private let answered: [BitSet]?
  /// The number of fires before the instant up to which slots are saved, and before the renewal.
  private let early: Int
  private let soon: Int

  init(_ triggers: [AnsweringTrigger], instants: [Instant], early: Int, soon: Int) {
    self.early = early
    self.soon = soon
    answered =
      triggers.count * instants.count / UInt64.bitWidth > IndependentSetSearch.maximumWork
      ? nil
      : triggers.indices.map { index in
        var fires = BitSet(capacity: instants.count)
        for fire in triggers[index].answered { fires.insert(instants.partitionPoint { $0 < fire }) }
        return fires
      }
  }

  /// Returns whether a point of the frontier is as good as the upper bound for the remaining
  /// triggers.
  func isReached(by frontier: ParetoFrontier, others: [Int], in graph: WeightedConflictGraph)
    -> Bool
  {
    let union = answered.map { sets in
      others.reduce(into: BitSet(capacity: sets.first?.capacity ?? 0)) {
        $0.formUnion(sets[$1])
      }
    }
    let vertices = graph.vertices
    /// Each trigger costs one slot and answers at most `most` fires.
    func bound(before end: Int?, _ count: (WeightedConflictGraph.Vertex) -> Int) -> Int {
      var most = 0
      var sum = 0
      for index in others {
        let own = count(vertices[index])
        most = max(most, own)
        sum += max(0, own - 1)
      }
      guard most > 1 else { return 0 }
      guard let union else { return sum }
      let all = end.map(union.count(before:)) ?? union.count
      return min(sum, all - (all + most - 1) / most)
    }
    let saved = bound(before: early) { $0.answeredEarly }
    let reached = frontier.points.filter { $0.saved >= saved }
    guard !reached.isEmpty else { return false }
    if graph.objective == .slots { return true }
    if others.count <= SavingsBound.maximumTied { return false }
    let soon = graph.objective == .renewal ? bound(before: self.soon) { $0.answeredSoon } : 0
    let later = bound(before: nil) { $0.answered }
    return reached.contains { point in
      let found = (point.weight[.objective], point.weight[.answered])
      return found > (soon, later) || found == (soon, later) && point.weight[.removals] == 0
    }
  }
}
