import CivilTime

/// Completes triggers to covers: with any number of one-shots for the soonest of the other fires.
struct CoverCompletion {
  let group: FireGroup
  let renewal: Instant
  /// The most slots that a cover may take.
  let slots: Int

  /// The covers with triggers, by number of one-shots.
  ///
  /// - Parameter triggers: Triggers no two of which answer one fire while both are there.
  /// - Returns: The covers.
  func covers(with triggers: [AnsweringTrigger]) -> [Cover] {
    covers(with: triggers, slots: 0...slots)
  }

  /// The covers with triggers that take some numbers of slots, ascending; there is none with more
  /// than there is a use for.
  ///
  /// - Parameters:
  ///   - triggers: Triggers no two of which answer one fire while both are there.
  ///   - slots: The slots that they and their one-shots take.
  /// - Returns: The covers.
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
    // The fires of all triggers, one trigger after another, with the next one of each.
    var fires: [Instant] = []
    var next: [Int] = []
    var ends: [Int] = []
    for trigger in triggers {
      next.append(fires.count)
      fires += trigger.answered
      ends.append(fires.count)
    }
    var left: [Instant] = []
    // Piece by piece: each trigger is asked once for many fires.
    let instants = group.instants
    for first in stride(from: 0, to: instants.count, by: CoverCompletion.pieceSize) {
      guard left.count < count else { break }
      let piece = instants[first..<min(instants.count, first + CoverCompletion.pieceSize)]
      var isAnswered = Array(repeating: false, count: piece.count)
      for index in next.indices {
        var place = first
        while next[index] < ends[index], place < piece.endIndex {
          let fire = fires[next[index]]
          if piece[place] < fire {
            place += 1
          } else {
            if piece[place] == fire { isAnswered[place - first] = true }
            next[index] += 1
          }
        }
      }
      for place in piece.indices where !isAnswered[place - first] && left.count < count {
        left.append(piece[place])
      }
    }
    return left
  }

  /// How many fires are looked at together.
  private static let pieceSize = 256

  /// All covers, where one trigger at most is there to choose from: so it is with most groups.
  ///
  /// - Parameter graph: The triggers of the group.
  /// - Returns: The covers; nil where there are more triggers.
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
