import CivilTime

extension CoverSearch {
  /// What a number of slots is worth.
  ///
  /// - Parameter slots: The slots, any number.
  /// - Returns: What is reached with them.
  func benefit(slots: Int) -> SlotBenefit {
    let missed = fewestMissed(slots: slots)
    return SlotBenefit(missed: missed, exactUntil: missed > 0 ? nil : exactUntil(slots: slots))
  }

  /// How many fires before the next renewal have to be missed with a number of slots.
  private func fewestMissed(slots: Int) -> Int {
    let soon = instants.before(options.renewal)
    guard slots > 0, let next = instants.first, next < options.renewal else { return soon }
    // Before all others the next one is answered.
    let own = next + 1
    let early = instants.before(own)
    let points = solve(upTo: own, .renewal).frontier.points
    guard let best = points.last(where: { $0.saved >= early - slots }) else { return soon }
    return max(0, soon - best.weight[.objective] - slots)
  }

  /// Up to when everything can be right with a number of slots; nil for the horizon's end.
  private func exactUntil(slots: Int) -> Instant? {
    let end = options.end
    let points =
      Set(instants + lowered.graph.turningPoints).filter { $0 < end }.sorted() + [end]
    let reached = points.partitionPoint { point in
      let early = instants.before(point)
      return early == 0 || early - solve(upTo: point, .slots).frontier.mostSaved <= slots
    }
    guard reached < points.count else { return lowered.group.cut }
    return reached == 0 ? options.now : points[reached - 1]
  }

  /// What a slot less and some slots more are worth.
  ///
  /// - Parameter slots: The slots that the group got.
  /// - Returns: One less, as many, the fewest that reach further, and those that reach the
  ///   horizon's end, ascending, each with what they reach; numbers that don't differ in it once.
  package func benefits(around slots: Int) -> [(slots: Int, benefit: SlotBenefit)] {
    let most = max(slots, min(instants.count, CoverSearch.maximumSlotsExplained))
    let own = benefit(slots: slots)
    let whole = SlotBenefit(missed: 0, exactUntil: lowered.group.cut)
    var numbers = slots > 0 ? [slots - 1, slots] : [slots]
    if own != whole, slots < most {
      let candidates = Array(slots + 1...most)
      let further = candidates.partitionPoint { !benefit(slots: $0).isBetter(than: own) }
      let enough = candidates.partitionPoint { benefit(slots: $0) != whole }
      for place in [further, enough] where place < candidates.count {
        numbers.append(candidates[place])
      }
    }
    return Set(numbers).sorted().map { ($0, benefit(slots: $0)) }
  }

  /// The most slots whose worth is explained: those of the system.
  private static let maximumSlotsExplained = NotificationOptions.systemLimit
}
