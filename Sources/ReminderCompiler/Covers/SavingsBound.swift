import CivilTime

/// The upper bound of branch and bound: what all triggers that are left could save at most.
///
/// Where even that is reached, nothing else need be tried. It is counted from the union of the
/// fires that they answer, kept as bits.
struct SavingsBound {
  /// The most fires of a group that are looked at one by one; beyond, the bound is their sum.
  ///
  /// Two times a day for five years.
  private static let maximumFires = 4_096

  /// The most triggers that are tried though they can be as good at best: what is asked of them
  /// then is their number, how long they are proven, what is pending and their names.
  private static let maximumTied = 8

  /// The fires of all triggers, one trigger after another; empty where there are too many.
  private let bits: [UInt64]
  /// How many words each trigger has.
  private let words: Int
  /// The number of fires before the instant up to which slots are saved, and before the renewal.
  private let early: Int
  private let soon: Int

  /// Looks at the fires of triggers.
  ///
  /// - Parameters:
  ///   - triggers: The triggers.
  ///   - instants: The fires of the group, ascending.
  ///   - early: How many of these lie before the instant up to which slots are saved.
  ///   - soon: How many lie before the next renewal.
  init(_ triggers: [AnsweringTrigger], instants: [Instant], early: Int, soon: Int) {
    self.early = early
    self.soon = soon
    words = instants.count <= SavingsBound.maximumFires ? (instants.count + 63) / 64 : 0
    var bits = Array(repeating: UInt64(0), count: words * triggers.count)
    for (index, trigger) in triggers.enumerated() where words > 0 {
      for fire in trigger.answered {
        let position = instants.partitionPoint { $0 < fire }
        bits[index * words + position >> 6] |= 1 << UInt64(position & 63)
      }
    }
    self.bits = bits
  }

  /// Whether some set is as good as the bound of what others could be.
  func isReached(by frontier: ParetoFrontier, _ others: [Int], _ graph: WeightedConflictGraph)
    -> Bool
  {
    var union = Array(repeating: UInt64(0), count: words)
    for index in others {
      for word in 0..<words { union[word] |= bits[index * words + word] }
    }
    /// Each trigger answers some number of fires at most, and costs a slot.
    func bound(before end: Int?, _ count: (WeightedConflictGraph.Vertex) -> Int) -> Int {
      var most = 0
      var sum = 0
      for index in others {
        let own = count(graph.vertices[index])
        most = max(most, own)
        sum += max(0, own - 1)
      }
      guard most > 1 else { return 0 }
      guard words > 0 else { return sum }
      let all = union.count(before: end)
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

extension [UInt64] {
  /// The number of bits that are set, of the first ones or of all.
  fileprivate func count(before end: Int?) -> Int {
    guard let end else { return reduce(0) { $0 + $1.nonzeroBitCount } }
    let whole = self[..<Swift.min(count, end >> 6)].reduce(0) { $0 + $1.nonzeroBitCount }
    guard end & 63 != 0, end >> 6 < count else { return whole }
    return whole + (self[end >> 6] & ~(~0 << UInt64(end & 63))).nonzeroBitCount
  }
}
