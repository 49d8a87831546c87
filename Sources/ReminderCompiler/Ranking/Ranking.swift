import CivilTime
import NotificationTriggers

/// What one reminder gets of the slots.
package struct RankedReminder: Sendable {
  /// The reminder.
  package let lowered: LoweredReminder
  /// The requests that serve it, in no order.
  package let requests: [PackedRequest]
}

/// A proven trigger that has been given a slot.
package struct PackedRequest: Sendable {
  /// The trigger.
  package let proven: ProvenTrigger
  /// The stream that it answers, as an index into the reminder's.
  package let stream: Int
}

/// Spends the slots: which reminders are answered, by which triggers, up to when.
package struct Ranking: Sendable {
  private let options: CompilerOptions

  /// Makes a ranking for a number of slots.
  package init(_ options: CompilerOptions) {
    self.options = options
  }

  /// Chooses for all reminders together.
  ///
  /// - Parameter reminders: The reminders and their covers.
  /// - Returns: What each of them gets, in the same order.
  package func rank(_ reminders: [LoweredReminder]) -> [RankedReminder] {
    let choices = reminders.map {
      ReminderChoices($0, renewal: options.renewal, slots: options.slots)
    }
    let free = choices.map { $0.best(nil) }
    guard let unbound = Knapsack(choices: free, limit: options.slots).solve() else {
      return reminders.map { RankedReminder(lowered: $0, requests: []) }
    }
    func solution(_ reach: Reach) -> (choices: [[ReminderChoice?]], solution: Knapsack.Solution)? {
      let bound = choices.map { $0.best(reach) }
      return Knapsack(choices: bound, limit: options.slots).solve().map { (bound, $0) }
    }
    // Counting looks at first alerts and repeats apart; where a repeat has no use without its first
    // alert, what each could reach alone may not be reached together.
    let counted =
      unbound.score.missesNothingBeforeRenewal ? solution(reachByCounting(choices)) : nil
    let best =
      counted ?? solution(reachByTrial(choices, unbound.score)) ?? (
        choices: free, solution: unbound
      )
    return zip(reminders, zip(best.choices, best.solution.slots)).map { reminder, chosen in
      RankedReminder(
        lowered: reminder,
        requests: requests(of: reminder, chosen.0[chosen.1] ?? ReminderChoice()))
    }
  }

  /// The furthest that a plan can be right, where nothing before the renewal need be missed.
  ///
  /// How many slots a reminder needs up to an instant grows with the instant, so a binary search
  /// over the seconds is exact.
  private func reachByCounting(_ choices: [ReminderChoices]) -> Reach {
    let end = options.window.upperBound
    func slots(_ instant: Instant, repeats: Bool) -> Int {
      choices.reduce(0) { $0 + $1.fewestSlots(upTo: instant, repeats: repeats) }
    }
    let repeatsBeforeRenewal = slots(options.renewal, repeats: true)
    let first = latest(from: options.renewal, to: end) {
      slots($0, repeats: false) + repeatsBeforeRenewal <= options.slots
    }
    let firstSlots = slots(first, repeats: false)
    let repeats = latest(from: options.renewal, to: end) {
      firstSlots + slots($0, repeats: true) <= options.slots
    }
    return Reach(first: first, repeats: repeats)
  }

  /// The furthest that a plan can be right without losing anything before the renewal.
  ///
  /// Each try is a whole knapsack, so only instants are tried at which something begins to be
  /// wrong, and none beyond what the slots could reach if nothing else mattered.
  private func reachByTrial(_ choices: [ReminderChoices], _ score: Score) -> Reach {
    func isPossible(_ reach: Reach) -> Bool {
      Knapsack(choices: choices.map { $0.best(reach) }, limit: options.slots).solve()?.score
        .isEqualBeforeRenewal(to: score) ?? false
    }
    let now = options.now
    let first = latest(of: turningPoints(choices, repeats: false, slots: options.slots)) {
      isPossible(Reach(first: $0, repeats: now))
    }
    let spent = choices.reduce(0) { $0 + $1.fewestSlots(upTo: first, repeats: false) }
    let points = turningPoints(choices, repeats: true, slots: options.slots - spent)
    return Reach(
      first: first, repeats: latest(of: points) { isPossible(Reach(first: first, repeats: $0)) })
  }

  /// The instants that can be reached with a number of slots, ascending.
  private func turningPoints(
    _ choices: [ReminderChoices], repeats: Bool, slots: Int
  ) -> [Instant] {
    let points = Set(
      choices.flatMap { $0.turningPoints(repeats: repeats) } + [options.window.upperBound]
    )
    .sorted()
    let reachable = points.partitionPoint { point in
      choices.reduce(0) { $0 + $1.fewestSlots(upTo: point, repeats: repeats) } <= slots
    }
    return Array(points[..<reachable])
  }

  /// The last of ascending instants at which a condition holds that, once false, stays so; now
  /// where it never holds.
  private func latest(of points: [Instant], _ holds: (Instant) -> Bool) -> Instant {
    let count = points.partitionPoint(holds)
    return count == 0 ? options.now : points[count - 1]
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

  private func requests(
    of reminder: LoweredReminder, _ choice: ReminderChoice
  ) -> [PackedRequest] {
    choice.streams.flatMap { chosen -> [PackedRequest] in
      let lowered = reminder.streams[chosen.stream]
      let cover = lowered.covers[chosen.cover]
      let oneShots = OneShots(lowered.stream, now: options.now, deviceZone: options.deviceZone)
      let singles = cover.singles.compactMap(oneShots.proven)
      return (cover.repeating.map(\.proven) + singles).map {
        PackedRequest(proven: $0, stream: chosen.stream)
      }
    }
  }
}
