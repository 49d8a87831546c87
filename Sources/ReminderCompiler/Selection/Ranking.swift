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
  /// The group that it answers, as an index into the reminder's.
  package let group: Int
}

/// What the slots are spent on.
package struct RankedPlan: Sendable {
  /// All reminders with what they get, in the order in which they were given.
  package let reminders: [RankedReminder]
  /// The overdue to-dos that are nagged about.
  package let overdue: [OverdueToDo]
}

/// Spends the slots: which reminders are answered, by which triggers, up to when.
package struct Ranking: Sendable {
  private let options: NotificationOptions

  /// Makes a ranking for a number of slots.
  package init(_ options: NotificationOptions) {
    self.options = options
  }

  /// Chooses for all reminders together.
  ///
  /// - Parameters:
  ///   - reminders: The reminders and their covers.
  ///   - overdue: To-dos to nag about.
  /// - Returns: What each of them gets, in the same order.
  package func rank(
    _ reminders: [LoweredReminder], overdue: [OverdueToDo] = []
  ) -> RankedPlan {
    let claims = Claim.all(of: reminders, overdue: overdue).map {
      ClaimChoices($0, reminders, overdue, options)
    }
    var requests: [Int: [PackedRequest]] = [:]
    var nagged: [OverdueToDo] = []
    for (index, choice) in best(of: claims) {
      switch claims[index].claim.subject {
      case .groups(let reminder, _):
        requests[reminder, default: []] += self.requests(of: reminders[reminder], choice)
      case .overdue(let number):
        if choice.score.economy[Score.Economy.slots] < 0 { nagged.append(overdue[number]) }
      }
    }
    return RankedPlan(
      reminders: reminders.indices.map {
        RankedReminder(lowered: reminders[$0], requests: requests[$0] ?? [])
      },
      overdue: nagged.sorted { $0.identifier < $1.identifier })
  }

  private func best(of claims: [ClaimChoices]) -> [(claim: Int, choice: Choice)] {
    let contest = Contest(claims, slots: options.slots)
    guard let unbound = contest.solution(nil) else { return [] }
    let search = ReachSearch(
      contest: contest, now: options.now, renewal: options.renewal, end: options.window.upperBound,
      slots: options.slots - nagCount(in: unbound, claims))
    // Counting looks at first alerts and repeats apart; where a repeat has no use without its first
    // alert, what each could reach alone may not be reached together.
    if unbound.score.missesNothingBeforeRenewal,
      let counted = contest.solution(search.byCounting(), isFinal: true),
      counted.score.missesNothingBeforeRenewal
    {
      return counted.chosen
    }
    return
      (contest.solution(search.byTrial(unbound.score), isFinal: true)
      ?? contest.solution(nil, isFinal: true) ?? unbound).chosen
  }

  /// The slots that overdue to-dos take, whatever else is done.
  private func nagCount(in solution: Knapsack.Solution, _ claims: [ClaimChoices]) -> Int {
    solution.chosen.count { index, _ in
      if case .overdue = claims[index].claim.subject { true } else { false }
    }
  }

  private func requests(of reminder: LoweredReminder, _ choice: Choice) -> [PackedRequest] {
    choice.groups.flatMap { chosen -> [PackedRequest] in
      let lowered = reminder.groups[chosen.group]
      let cover = chosen.cover
      let oneShots = OneShots(lowered.group, now: options.now, deviceZone: options.deviceZone)
      let spare =
        lowered.spare?.triggers(for: cover.singles, beside: cover.repeating, of: lowered.group)
        ?? [:]
      let singles = cover.singles.compactMap { spare[$0] ?? oneShots.proven(at: $0) }
      return (cover.repeating.map(\.proven) + singles).map {
        PackedRequest(proven: $0, group: chosen.group)
      }
    }
  }
}
