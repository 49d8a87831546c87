import CivilTime
import NotificationTriggers

/// Selects what the slots are spent on: which reminders are answered, by which covers, up to when.
package struct RequestSelector: Sendable {
  private let options: NotificationOptions

  /// Makes a selector for a number of slots.
  package init(_ options: NotificationOptions) {
    self.options = options
  }

  /// Selects for all reminders together.
  ///
  /// - Parameters:
  ///   - reminders: The reminders and the triggers of their groups.
  ///   - overdue: To-dos to nag about.
  /// - Returns: What each of them gets, in the same order.
  package func select(
    _ reminders: [LoweredReminder], overdue: [OverdueToDo] = []
  ) -> RequestSelection {
    let options = CoverOptions(options)
    let contenders = Contender.all(of: reminders, overdue: overdue).map {
      AllotmentSearch($0, reminders, overdue, options)
    }
    var covers = Array(repeating: [Int: Cover](), count: reminders.count)
    var nagged: [OverdueToDo] = []
    for (index, allotment) in best(of: contenders) {
      switch contenders[index].contender.subject {
      case .groups(let reminder, _):
        for own in allotment.groups { covers[reminder][own.group] = own.cover }
      case .overdue(let number):
        if allotment.score[.slots] < 0 { nagged.append(overdue[number]) }
      }
    }
    return RequestSelection(
      reminders: zip(reminders, covers).map(SelectedReminder.init),
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
}
