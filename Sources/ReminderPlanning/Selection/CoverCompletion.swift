import CivilTime
import ReminderExpansion

/// Completes sets of triggers to covers by adding one-shots for the earliest fires that are left.
struct CoverCompletion {
  let group: FireGroup
  let renewal: Instant
  let slots: Int

  /// Returns the covers that consist of the triggers and 0 or more one-shots, in ascending order of
  /// slots.
  ///
  /// The list ends when every fire is answered.
  ///
  /// - Parameters:
  ///   - triggers: Triggers without conflicts before their `removeBy`.
  ///   - range: The total slots of the triggers and the one-shots; nil for up to the limit.
  /// - Returns: One cover for each number of slots.
  func covers(
    with triggers: [AnsweringTrigger], slots range: ClosedRange<Int>? = nil
  ) -> [Cover] {
    let slots = range ?? 0...slots
    let most = slots.upperBound - triggers.count
    let fewest = max(0, slots.lowerBound - triggers.count)
    guard fewest <= most else { return [] }
    let left = soonest(most + 1, answeredByNoneOf: triggers)
    guard fewest <= left.count else { return [] }
    let answered = triggers.reduce(0) { $0 + $1.answered.count }
    let missed =
      group.instants.partitionPoint { $0 < renewal }
      - triggers.reduce(0) { $0 + $1.answered.before(renewal) }
    // These values are the same for all numbers of one-shots.
    let firstUnexpected = triggers.lazy.compactMap(\.proven.removeBy).min()
    let removals = triggers.count { $0.proven.removeBy != nil }
    let provenDays = triggers.reduce(0) { $0 + $1.proven.provenDays }
    return (fewest...min(left.count, most)).map { count in
      Cover(
        repeating: triggers, singles: left[..<count], answered: answered + count,
        missedBeforeRenewal: max(0, missed - count),
        firstMiss: count < left.count ? left[count] : nil, firstUnexpected: firstUnexpected,
        removals: removals, provenDays: provenDays)
    }
  }

  /// Returns the first `count` fires that no trigger answers, ascending.
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

  /// Returns all covers if the graph has at most one trigger, as in most groups; otherwise nil.
  func all(of graph: ConflictGraph) -> [Cover]? {
    guard graph.triggers.count <= 1 else { return nil }
    return choices(covers(with: []), graph.triggers.isEmpty ? [] : covers(with: graph.triggers))
  }

  /// Filters covers by dominance.
  ///
  /// - Parameters:
  ///   - singles: Covers with only one-shots.
  ///   - repeating: Covers with repeating triggers.
  /// - Returns: The covers that no other dominates. For repeats, all covers in `singles` are kept,
  ///   because a first alert that is missed can make a smaller cover necessary.
  func choices(_ singles: [Cover], _ repeating: [Cover]) -> [Cover] {
    let repeating = repeating.nondominated
    return group.repetition > 0 ? singles + repeating : (singles + repeating).nondominated
  }
}
