import CivilTime

extension IndependentSetSearch {
  /// Ends at which a trigger may be worth to be taken away early, for the sake of others.
  ///
  /// What the others win is at most what they answer after it, as many of them as there are slots.
  mutating func earlierUses(of pivot: Int, _ others: [Int], _ uses: [TriggerUse]) -> [TriggerUse] {
    guard graph.objective != .slots, earlyRemovals < IndependentSetSearch.maximumEarlyRemovals
    else { return [] }
    let members = Set(others)
    let rivals = graph.edges(of: pivot).compactMap { edge -> (use: TriggerUse, won: Int)? in
      guard members.contains(edge.other), edge.at >= graph.firstRemoval,
        edge.at < min(uses[pivot].end, uses[edge.other].end)
      else { return nil }
      return (
        TriggerUse(end: edge.at, answered: edge.answered),
        uses[edge.other].answered - edge.otherAnswered
      )
    }.sorted { ($1.won, $0.use.end) < ($0.won, $1.use.end) }
    var seen: Set<Instant> = []
    let worthwhile = rivals.compactMap { rival -> (use: TriggerUse, gain: Int)? in
      let use = rival.use
      guard use.answered > 1, seen.insert(use.end).inserted else { return nil }
      let freed = rivals.lazy.filter { $0.use.end >= use.end }.prefix(max(0, graph.slots - 1))
      let gain = freed.reduce(0) { $0 + $1.won } - (uses[pivot].answered - use.answered)
      let sparesRemovals = gain == 0 && freed.count > 1
      return gain > 0 || sparesRemovals ? (use, gain) : nil
    }.sorted { ($1.gain, $0.use.end) < ($0.gain, $1.use.end) }
      .prefix(IndependentSetSearch.maximumEarlyRemovalsOfOne)
    earlyRemovals += worthwhile.count
    return worthwhile.map(\.use)
  }

  /// How often it is tried whether a trigger is worth to be taken away early: with one trigger
  /// beside the same others, and in all.
  ///
  /// A trigger of every week has to make room for five of every month before anything is won.
  static let maximumEarlyRemovalsOfOne = 8
  static let maximumEarlyRemovals = 24
}
