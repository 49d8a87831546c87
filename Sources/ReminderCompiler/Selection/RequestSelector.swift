import CivilTime
import NotificationTriggers

/// Selects what the slots are spent on: which reminders are answered, by which triggers, up to
/// when.
package struct RequestSelector: Sendable {
  private let options: NotificationOptions

  /// Makes a selector for a number of slots.
  package init(_ options: NotificationOptions) {
    self.options = options
  }

  /// Selects for all reminders together.
  ///
  /// - Parameters:
  ///   - reminders: The reminders and their covers.
  ///   - overdue: To-dos to nag about.
  /// - Returns: What each of them gets, in the same order.
  package func select(
    _ reminders: [LoweredReminder], overdue: [OverdueToDo] = []
  ) -> RequestSelection {
    let contenders = Contender.all(of: reminders, overdue: overdue).map {
      AllotmentSearch($0, reminders, overdue, options)
    }
    var requests: [Int: [SelectedRequest]] = [:]
    var nagged: [OverdueToDo] = []
    for (index, allotment) in best(of: contenders) {
      switch contenders[index].contender.subject {
      case .groups(let reminder, _):
        requests[reminder, default: []] += self.requests(of: reminders[reminder], allotment)
      case .overdue(let number):
        if allotment.score[.slots] < 0 { nagged.append(overdue[number]) }
      }
    }
    return RequestSelection(
      reminders: reminders.indices.map {
        SelectedReminder(lowered: reminders[$0], requests: requests[$0] ?? [])
      },
      overdue: nagged.sorted { $0.identifier < $1.identifier })
  }

  /// The best allotments: of those that lose least before the renewal, the ones that are exact
  /// furthest.
  private func best(of contenders: [AllotmentSearch]) -> [(contender: Int, allotment: Allotment)] {
    let allocation = SlotAllocation(contenders, slots: options.slots)
    guard let unbound = allocation.solution(nil) else { return [] }
    let search = ExactnessSearch(
      allocation: allocation, now: options.now, renewal: options.renewal,
      end: options.window.upperBound,
      slots: options.slots - nagCount(in: unbound, contenders))
    // Counting looks at first alerts and repeats apart; where a repeat has no use without its first
    // alert, what each could reach alone may not be reached together.
    if unbound.score.missesNothingBeforeRenewal,
      let counted = allocation.solution(search.byCounting(), isFinal: true),
      counted.score.missesNothingBeforeRenewal
    {
      return counted.chosen
    }
    return
      (allocation.solution(search.byTrial(unbound.score), isFinal: true)
      ?? allocation.solution(nil, isFinal: true) ?? unbound).chosen
  }

  /// The slots that overdue to-dos take, whatever else is done.
  private func nagCount(in solution: KnapsackSolution, _ contenders: [AllotmentSearch]) -> Int {
    solution.chosen.count { index, _ in
      if case .overdue = contenders[index].contender.subject { true } else { false }
    }
  }

  private func requests(of reminder: LoweredReminder, _ allotment: Allotment) -> [SelectedRequest] {
    allotment.groups.flatMap { chosen -> [SelectedRequest] in
      let lowered = reminder.groups[chosen.group]
      let cover = chosen.cover
      let oneShots = OneShots(in: lowered.group.zone, options)
      let spare =
        lowered.spare?.triggers(for: cover.singles, beside: cover.repeating, of: lowered.group)
        ?? [:]
      let singles = cover.singles.compactMap { spare[$0] ?? oneShots.proven(at: $0) }
      return (cover.repeating.map(\.proven) + singles).map {
        SelectedRequest(proven: $0, group: chosen.group)
      }
    }
  }
}
