import CivilTime

/// How far a plan is exact: the instants before which it neither misses a fire nor fires what isn't
/// asked.
struct Exactness: Sendable, Equatable {
  /// For first alerts.
  var first: Instant
  /// For repeats.
  var repeats: Instant
}

/// Searches how far a plan can be exact: the latest first instant at which something goes wrong.
///
/// What can be exact up to an instant can be up to every earlier one, so binary searches are
/// exact.
struct ExactnessSearch {
  let allocation: SlotAllocation
  let now: Instant
  let renewal: Instant
  let end: Instant
  let slots: Int
  /// The contenders that have first alerts, and those that have repeats, the soonest first.
  private let bySoonest: (first: [AllotmentSearch], repeats: [AllotmentSearch])

  /// Makes a search.
  init(allocation: SlotAllocation, now: Instant, renewal: Instant, end: Instant, slots: Int) {
    self.allocation = allocation
    self.now = now
    self.renewal = renewal
    self.end = end
    self.slots = slots
    let contenders = allocation.contenders
    bySoonest = (
      first: contenders.filter { $0.earliest.first < end }
        .sorted { $0.earliest.first < $1.earliest.first },
      repeats: contenders.filter { $0.earliest.repeats < end }
        .sorted { $0.earliest.repeats < $1.earliest.repeats }
    )
  }

  /// The furthest that a plan can be right, where nothing before the renewal need be missed.
  ///
  /// How many slots a contender needs up to an instant grows with the instant.
  func byCounting() -> Exactness {
    let repeatsBeforeRenewal = fewestSlots(upTo: renewal, repeats: true)
    let first = latest(from: renewal, to: end) {
      fewestSlots(upTo: $0, repeats: false) + repeatsBeforeRenewal <= slots
    }
    let firstSlots = fewestSlots(upTo: first, repeats: false)
    let repeats = latest(from: renewal, to: end) {
      firstSlots + fewestSlots(upTo: $0, repeats: true) <= slots
    }
    return Exactness(first: first, repeats: repeats)
  }

  /// The furthest that a plan can be right without losing anything before the renewal.
  ///
  /// Each try is a whole allocation, so only instants are tried at which something begins to be
  /// wrong, and none beyond what the slots could reach if nothing else mattered.
  func byTrial(_ score: Score) -> Exactness {
    func isPossible(_ exactness: Exactness) -> Bool {
      allocation.solution(exactness)?.score.isEqualBeforeRenewal(to: score) ?? false
    }
    // Where something before the renewal is missed, nothing is right beyond it.
    let firstEnd = score.missesNoFirstBeforeRenewal ? end : renewal
    let first = latest(of: turningPoints(upTo: firstEnd, repeats: false, slots: slots)) {
      isPossible(Exactness(first: $0, repeats: now))
    }
    let spent = fewestSlots(upTo: first, repeats: false)
    let repeatsEnd = score.missesNoRepeatBeforeRenewal ? end : renewal
    let points = turningPoints(upTo: repeatsEnd, repeats: true, slots: slots - spent)
    return Exactness(
      first: first, repeats: latest(of: points) { isPossible(Exactness(first: first, repeats: $0)) }
    )
  }

  /// The fewest slots with which all first alerts or repeats are right up to an instant; any number
  /// above those that there are stands for more.
  private func fewestSlots(upTo instant: Instant, repeats: Bool) -> Int {
    var sum = 0
    for contender in repeats ? bySoonest.repeats : bySoonest.first {
      guard sum <= slots, contender.needsSlots(upTo: instant, repeats: repeats) else { break }
      sum += contender.fewestSlots(upTo: instant, repeats: repeats)
    }
    return sum
  }

  /// The instants that can be reached with a number of slots, ascending.
  private func turningPoints(upTo end: Instant, repeats: Bool, slots: Int) -> [Instant] {
    let bound = latest(from: now, to: end) { fewestSlots(upTo: $0, repeats: repeats) <= slots }
    return Set(
      allocation.contenders.flatMap { $0.turningPoints(upTo: bound, repeats: repeats) } + [bound]
    ).sorted()
  }

  /// The last of ascending instants at which a condition holds that, once false, stays so; now
  /// where it never holds.
  private func latest(of points: [Instant], _ holds: (Instant) -> Bool) -> Instant {
    let count = points.partitionPoint(holds)
    return count == 0 ? now : points[count - 1]
  }

  /// The latest instant of a range up to which a condition holds that, once false, stays so.
  private func latest(
    from start: Instant, to end: Instant, _ holds: (Instant) -> Bool
  ) -> Instant {
    if holds(end) { return end }
    var low = start
    var high = end
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if holds(middle) { low = middle } else { high = middle }
    }
    return low
  }
}
