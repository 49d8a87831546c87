import CivilTime

/// The upper bound for branch and bound: the most slots that the remaining triggers can save.
///
/// It is a relaxation of the problem. Conflicts are ignored, and each fire is counted once. The
/// bound is computed from the union of the triggers' fires.
struct SavingsBound {
  /// The greatest number of remaining triggers for which a tie at the bound is still searched.
  ///
  /// Such a search can only improve the number of triggers, the proven days, the pending requests
  /// and the identifiers.
  private static let maximumTied = 8

  /// The fires that each trigger answers; nil if there are too many.
  let answered: AnsweredFires?
  /// The number of fires before the instant up to which slots are saved, and before the renewal.
  let early: Int
  let soon: Int

  /// Returns whether a point of the frontier is as good as the upper bound for the remaining
  /// triggers.
  func isReached(by frontier: ParetoFrontier, others: [Int], in graph: WeightedConflictGraph)
    -> Bool
  {
    let union = answered.map { $0.union(of: others) }
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

/// The fires of a group that each of its triggers answers, as bits.
///
/// All searches of the group share them. They are stored as a sparse matrix by rows: most triggers
/// answer a few fires among hundreds.
struct AnsweredFires: Sendable {
  /// Some of 32 successive fires.
  private struct Part {
    /// The number of the first of them, divided by 32.
    let place: Int32
    var fires: UInt32
  }

  /// The number of fires of the group.
  private let count: Int
  /// The parts of all triggers, in order of trigger.
  private var parts: [Part] = []
  /// The index of each trigger's first part, and finally the number of parts.
  private var firstPart = [0]

  /// Finds the fires of triggers among those of their group; nil if there are too many.
  init?(of triggers: [AnsweringTrigger], among instants: [Instant]) {
    guard triggers.count * instants.count / UInt64.bitWidth <= IndependentSetSearch.maximumWork
    else { return nil }
    count = instants.count
    firstPart.reserveCapacity(triggers.count + 1)
    for trigger in triggers {
      var next = 0
      for fire in trigger.answered {
        next = instants[next...].partitionPoint { $0 < fire }
        let place = Int32(next / UInt32.bitWidth)
        if firstPart.last == parts.count || parts[parts.count - 1].place != place {
          parts.append(Part(place: place, fires: 0))
        }
        parts[parts.count - 1].fires |= 1 << UInt32(next % UInt32.bitWidth)
      }
      firstPart.append(parts.count)
    }
  }

  /// The fires that some triggers answer, as bits.
  struct Union {
    fileprivate var words: [UInt32]

    /// Returns the number of fires with a number below `end`; nil for all.
    func count(before end: Int?) -> Int {
      guard let end else { return words.reduce(0) { $0 + $1.nonzeroBitCount } }
      let (whole, rest) = end.quotientAndRemainder(dividingBy: UInt32.bitWidth)
      let count = words.prefix(whole).reduce(0) { $0 + $1.nonzeroBitCount }
      guard rest > 0, whole < words.count else { return count }
      return count + (words[whole] & (1 << UInt32(rest) - 1)).nonzeroBitCount
    }
  }

  /// Returns the fires that some triggers answer.
  func union(of triggers: [Int]) -> Union {
    var union = Union(words: Array(repeating: 0, count: count / UInt32.bitWidth + 1))
    for trigger in triggers {
      for part in parts[firstPart[trigger]..<firstPart[trigger + 1]] {
        union.words[Int(part.place)] |= part.fires
      }
    }
    return union
  }
}
