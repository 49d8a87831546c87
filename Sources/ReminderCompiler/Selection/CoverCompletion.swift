import CivilTime

/// Completes triggers to covers: with any number of one-shots for the soonest of the other fires.
struct CoverCompletion {
  let group: FireGroup
  let renewal: Instant
  /// The most slots that a cover may take.
  let slots: Int

  /// The covers with triggers, by number of one-shots.
  func covers(with triggers: [AnsweringTrigger]) -> [Cover] {
    covers(with: triggers, slots: 0...slots)
  }

  /// The covers with triggers that take some numbers of slots, ascending; there is none with more
  /// than there is a use for.
  ///
  /// - Parameters:
  ///   - triggers: Triggers no two of which answer one fire while both are there.
  ///   - slots: The slots that they and their one-shots take.
  /// - Returns: A cover for each number of slots.
  func covers(with triggers: [AnsweringTrigger], slots: ClosedRange<Int>) -> [Cover] {
    let most = slots.upperBound - triggers.count
    let fewest = max(0, slots.lowerBound - triggers.count)
    guard fewest <= most else { return [] }
    let left = soonest(most + 1, answeredByNoneOf: triggers)
    guard fewest <= left.count else { return [] }
    let answered = triggers.reduce(0) { $0 + $1.answered.count }
    let missed =
      group.instants.partitionPoint { $0 < renewal }
      - triggers.reduce(0) { $0 + $1.answered.before(renewal) }
    // What covers are compared by is told once for all of them.
    let firstUnasked = triggers.lazy.compactMap(\.proven.removeBy).min()
    let removals = triggers.count { $0.proven.removeBy != nil }
    let provenDays = triggers.reduce(0) { $0 + $1.proven.provenDays }
    return (fewest...min(left.count, most)).map { count in
      Cover(
        repeating: triggers, singles: left[..<count], answered: answered + count,
        missedBeforeRenewal: max(0, missed - count),
        firstMiss: count < left.count ? left[count] : nil, firstUnasked: firstUnasked,
        removals: removals, provenDays: provenDays)
    }
  }

  /// The soonest fires that no trigger answers, ascending.
  private func soonest(
    _ count: Int, answeredByNoneOf triggers: [AnsweringTrigger]
  ) -> [Instant] {
    let fires = triggers.map(\.answered)
    var next = fires.map(\.startIndex)
    var left: [Instant] = []
    for fire in group.instants {
      guard left.count < count else { break }
      var isAnswered = false
      for place in fires.indices {
        while next[place] < fires[place].endIndex, fires[place][next[place]] < fire {
          next[place] += 1
        }
        if next[place] < fires[place].endIndex, fires[place][next[place]] == fire {
          isAnswered = true
        }
      }
      if !isAnswered { left.append(fire) }
    }
    return left
  }

  /// All covers, where one trigger at most is there to choose from: so it is with most groups.
  func all(of graph: ConflictGraph) -> [Cover]? {
    guard graph.triggers.count <= 1 else { return nil }
    return choices(covers(with: []), graph.triggers.isEmpty ? [] : covers(with: graph.triggers))
  }

  /// The covers to choose from, out of some.
  ///
  /// - Parameters:
  ///   - singles: Covers of one-shots alone.
  ///   - repeating: Covers with repeating triggers.
  /// - Returns: Those that no other dominates; of repeats also all that are one-shots alone, for
  ///   repeats end where their first alerts end.
  func choices(_ singles: [Cover], _ repeating: [Cover]) -> [Cover] {
    let repeating = repeating.nondominated
    return group.repetition > 0 ? singles + repeating : (singles + repeating).nondominated
  }
}
