import CivilTime

/// Covers with some triggers, each with any number of one-shots for the soonest of the other fires.
struct CoverList {
  let stream: FireStream
  let renewal: Instant
  /// The most slots that a cover may take.
  let slots: Int

  /// The covers with triggers, by number of one-shots.
  ///
  /// - Parameter triggers: Triggers no two of which answer one fire while both are there.
  /// - Returns: The covers.
  func covers(with triggers: [AnsweringTrigger]) -> [Cover] {
    let most = slots - triggers.count
    guard most >= 0 else { return [] }
    let left = soonest(most + 1, answeredByNoneOf: triggers)
    let answered = triggers.reduce(0) { $0 + $1.answered.count }
    let missed =
      stream.instants.partitionPoint { $0 < renewal }
      - triggers.reduce(0) { $0 + $1.answered.before(renewal) }
    return (0...min(left.count, most)).map { count in
      Cover(
        repeating: triggers, singles: left[..<count], answered: answered + count,
        missedBeforeRenewal: max(0, missed - count),
        firstMiss: count < left.count ? left[count] : nil)
    }
  }

  /// The soonest fires that no trigger answers, ascending.
  private func soonest(
    _ count: Int, answeredByNoneOf triggers: [AnsweringTrigger]
  ) -> [Instant] {
    var positions = triggers.map(\.answered.startIndex)
    var left: [Instant] = []
    for instant in stream.instants {
      guard left.count < count else { break }
      var isAnswered = false
      for (index, trigger) in triggers.enumerated() {
        let answered = trigger.answered
        while positions[index] < answered.endIndex, answered[positions[index]] < instant {
          positions[index] += 1
        }
        if positions[index] < answered.endIndex, answered[positions[index]] == instant {
          isAnswered = true
        }
      }
      if !isAnswered { left.append(instant) }
    }
    return left
  }

  /// The covers that no other beats, by slots.
  static func best(of covers: [Cover]) -> [Cover] {
    var best: [Cover] = []
    let sorted = covers.enumerated().sorted {
      ($0.element.slots, $0.offset) < ($1.element.slots, $1.offset)
    }
    for (_, cover) in sorted where !best.contains(where: { $0.beats(cover) }) {
      best.removeAll { cover.beats($0) }
      best.append(cover)
    }
    return best
  }
}

extension Cover {
  /// Whether the cover is at least as good in every respect that ranking looks at.
  fileprivate func beats(_ other: Cover) -> Bool {
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
