import CivilTime

/// Finds the covers of a stream that some plan may want.
///
/// Of a family of triggers, those are worth a slot first that answer most: before the next renewal,
/// or to the horizon, or that answer a fire or a second one soonest and so let a plan stay exact for
/// longer. For each of these orders, as it is and with the next fire's trigger before all, its
/// beginnings are tried, each with any number of one-shots, and what another cover beats in every
/// respect is left out.
struct CoverList {
  private let stream: FireStream
  private let renewal: Instant
  private let slots: Int
  private(set) var covers: [Cover] = []

  /// Makes the list of a stream.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - families: Triggers for it.
  ///   - renewal: The next renewal.
  ///   - slots: The most slots that a cover may take.
  init(_ stream: FireStream, _ families: [TriggerFamily], renewal: Instant, slots: Int) {
    self.stream = stream
    self.renewal = renewal
    self.slots = slots
    let singles = beginnings(of: [])
    var repeating: [Cover] = []
    for family in families where !family.triggers.isEmpty && slots > 0 {
      for order in orders(of: family.triggers) { repeating += beginnings(of: order) }
    }
    // One-shots stay to choose from for repeats, which end where their first alerts end.
    covers =
      stream.repetition > 0
      ? singles + CoverList.best(of: repeating) : CoverList.best(of: singles + repeating)
  }

  /// The orders in which the triggers of a family are worth their slots, each once.
  private func orders(of triggers: [AnsweringTrigger]) -> [[AnsweringTrigger]] {
    let keys = triggers.map { trigger in
      (
        second: trigger.answered.dropFirst().first ?? .endOfProof, first: trigger.answered[0],
        soon: trigger.answered.partitionPoint { $0 < renewal }, count: trigger.answered.count
      )
    }
    let indices = Array(triggers.indices)
    let orders = [
      indices.sorted { (keys[$0].first, $0) < (keys[$1].first, $1) },
      indices.sorted {
        (keys[$0].second, keys[$0].first, $0) < (keys[$1].second, keys[$1].first, $1)
      },
      indices.sorted {
        (keys[$1].count, keys[$0].first, $0) < (keys[$0].count, keys[$1].first, $1)
      },
      indices.sorted {
        (keys[$1].soon, keys[$0].second, keys[$0].first, $0)
          < (keys[$0].soon, keys[$1].second, keys[$1].first, $1)
      },
    ]
    // Whatever is worth most, the next fire is the last to be missed.
    let next = indices.min { keys[$0].first < keys[$1].first }
    let withNext = orders.map { order in
      (next.map { [$0] } ?? []) + order.filter { $0 != next }
    }
    var seen: Set<[Int]> = []
    return (orders + withNext).filter { seen.insert($0).inserted }.map { $0.map { triggers[$0] } }
  }

  /// The covers with the first triggers of an order and the soonest of the other fires.
  private func beginnings(of order: [AnsweringTrigger]) -> [Cover] {
    let instants = stream.instants
    // Which trigger answers a fire, as an index into the order.
    var owners = Array(repeating: Int.max, count: instants.count)
    for (index, trigger) in order.enumerated() {
      var position = 0
      for fire in trigger.answered {
        while instants[position] < fire { position += 1 }
        owners[position] = index
      }
    }
    let renewalIndex = instants.partitionPoint { $0 < renewal }
    var covers: [Cover] = []
    var answered = 0
    // Without triggers once, as one-shots alone.
    for count in (order.isEmpty ? 0 : 1)...min(order.count, slots) {
      if count > 0 { answered += order[count - 1].answered.count }
      let left = instants.indices.lazy.filter { owners[$0] >= count }
      let soonest = Array(left.prefix(slots - count + 1).map { instants[$0] })
      let leftBeforeRenewal = owners[..<renewalIndex].count { $0 >= count }
      for singles in 0...min(soonest.count, slots - count) {
        covers.append(
          Cover(
            repeating: order[..<count], singles: soonest[..<singles],
            answered: answered + singles,
            missedBeforeRenewal: max(0, leftBeforeRenewal - singles),
            firstMiss: singles < soonest.count ? soonest[singles] : nil))
      }
    }
    return covers
  }

  /// The covers that no other beats, by slots.
  private static func best(of covers: [Cover]) -> [Cover] {
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
