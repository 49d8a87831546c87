import CivilTime

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
