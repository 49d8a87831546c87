import CivilTime
import ReminderOptions

/// The instants before which a plan neither misses a fire nor fires unexpectedly.
struct Exactness: Sendable, Equatable {
  var first: Instant
  var repeats: Instant
}

/// Finds the latest instants up to which a plan can be exact.
///
/// A plan that is exact up to an instant is exact up to every earlier one. This makes binary search
/// correct.
struct ExactnessSearch {
  let allocator: SlotAllocator
  private let options: NotificationOptions
  private let slots: Int
  /// The consumers that have first alerts, and those that have repeats, each in order of the
  /// earliest fire.
  private let bySoonest: (first: [AllocationSearch], repeats: [AllocationSearch])
  /// The limit of work of all trials, in combinations of a solution and an item.
  ///
  /// It is about a second. With 64 slots, the trials of a plan need at most some millions. With the
  /// 400 slots of an Android app, a single one can need 30 million; then it is the last one.
  static let maximumWork = 15_000_000

  init(_ allocator: SlotAllocator, options: NotificationOptions, slots: Int) {
    self.allocator = allocator
    self.options = options
    self.slots = slots
    let end = options.window.upperBound
    let consumers = allocator.consumers
    bySoonest = (
      first: consumers.filter { $0.earliest.first < end }
        .sorted { $0.earliest.first < $1.earliest.first },
      repeats: consumers.filter { $0.earliest.repeats < end }
        .sorted { $0.earliest.repeats < $1.earliest.repeats }
    )
  }

  /// Returns the latest exactness for a plan that misses nothing before the renewal.
  ///
  /// The number of slots that a consumer needs grows with the instant, so binary search applies.
  func byCounting() -> Exactness {
    let (renewal, end) = (options.renewal, options.window.upperBound)
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

  /// Returns the latest exactness that keeps the given score for the time before the renewal.
  ///
  /// Each trial solves a whole allocation. So only instants at which an allocation can stop being
  /// exact are tried, up to the bound that counting the fewest slots gives. After the limit of work,
  /// no instant counts as possible, so the latest one that was proven remains.
  func byTrial(_ score: Score, workLimit: Int = maximumWork) -> Exactness {
    var work = 0
    func isPossible(_ exactness: Exactness) -> Bool {
      guard work < workLimit else { return false }
      let before = workOfConsumers
      let solution = allocator.solution(exactness)
      work += workOfConsumers - before + (solution?.work ?? 0)
      return solution?.score.isEqualBeforeRenewal(to: score) ?? false
    }
    // If a fire before the renewal is missed, exactness cannot reach beyond the renewal.
    let (renewal, end) = (options.renewal, options.window.upperBound)
    let firstEnd = score.missesNoFirstBeforeRenewal ? end : renewal
    let first = latest(of: turningPoints(upTo: firstEnd, repeats: false, slots: slots)) {
      isPossible(Exactness(first: $0, repeats: options.now))
    }
    let spent = fewestSlots(upTo: first, repeats: false)
    let repeatsEnd = score.missesNoRepeatBeforeRenewal ? end : renewal
    let points = turningPoints(upTo: repeatsEnd, repeats: true, slots: slots - spent)
    return Exactness(
      first: first, repeats: latest(of: points) { isPossible(Exactness(first: first, repeats: $0)) }
    )
  }

  private var workOfConsumers: Int { allocator.consumers.reduce(0) { $0 + $1.work } }

  /// Returns the fewest slots with which all first alerts, or all repeats, are exact up to an
  /// instant.
  ///
  /// It is any number greater than `slots` if there are too few slots.
  private func fewestSlots(upTo instant: Instant, repeats: Bool) -> Int {
    var sum = 0
    for consumer in repeats ? bySoonest.repeats : bySoonest.first {
      guard sum <= slots, consumer.needsSlots(upTo: instant, repeats: repeats) else { break }
      sum += consumer.fewestSlots(upTo: instant, repeats: repeats)
    }
    return sum
  }

  /// Returns the instants up to which a plan with a number of slots can be exact, ascending.
  private func turningPoints(upTo end: Instant, repeats: Bool, slots: Int) -> [Instant] {
    let bound = latest(from: options.now, to: end) {
      fewestSlots(upTo: $0, repeats: repeats) <= slots
    }
    return Set(
      allocator.consumers.flatMap { $0.turningPoints(upTo: bound, repeats: repeats) } + [bound]
    ).sorted()
  }

  /// Returns the last of ascending instants for which a condition holds; now if it holds for none.
  ///
  /// The condition must not become true again after it was false.
  private func latest(of points: [Instant], _ holds: (Instant) -> Bool) -> Instant {
    let count = points.partitionPoint(holds)
    return count == 0 ? options.now : points[count - 1]
  }

  /// Returns the latest instant of a range for which a condition holds; `start` if it holds for
  /// none.
  ///
  /// The condition must not become true again after it was false.
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
