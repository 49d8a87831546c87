import CivilTime
package import ICalendar
import NotificationTriggers

/// Selects the requests: which reminders are answered, by which covers, and until when.
package struct RequestSelector: Sendable {
  private let options: NotificationOptions

  package init(_ options: NotificationOptions) {
    self.options = options
  }

  /// Returns the optimal allocation of the slots to all reminders and to-dos.
  package func select(
    _ reminders: [LoweredReminder], overdue: [OverdueToDo] = []
  ) -> RequestSelection {
    let contenders = contenders(of: reminders, overdue)
    let allocation = SlotAllocation(contenders, slots: options.slots)
    return selection(best(in: allocation), reminders, overdue, contenders)
  }

  private func contenders(
    of reminders: [LoweredReminder], _ overdue: [OverdueToDo]
  ) -> [AllotmentSearch] {
    let options = CoverOptions(options)
    return Contender.all(of: reminders, overdue: overdue).map {
      AllotmentSearch($0, reminders, overdue, options)
    }
  }

  private func selection(
    _ best: [(contender: Int, allotment: Allotment)], _ reminders: [LoweredReminder],
    _ overdue: [OverdueToDo], _ contenders: [AllotmentSearch]
  ) -> RequestSelection {
    var covers: [Int: [Int: Cover]] = [:]
    var nagged: [OverdueToDo] = []
    for (index, allotment) in best {
      switch contenders[index].contender.subject {
      case .groups(let reminder, _):
        for own in allotment.groups { covers[reminder, default: [:]][own.group] = own.cover }
      case .overdue(let number):
        if allotment.score[.slots] < 0 { nagged.append(overdue[number]) }
      }
    }
    return RequestSelection(
      lowered: reminders, covers: covers, overdue: nagged.sorted { $0.identifier < $1.identifier })
  }

  /// Returns the best allotments.
  ///
  /// First as little as possible is lost before the renewal, then the plan is exact for as long as
  /// possible.
  private func best(in allocation: SlotAllocation) -> [(contender: Int, allotment: Allotment)] {
    guard let unbound = allocation.solution(nil) else { return [] }
    let search = ExactnessSearch(
      allocation, options, slots: options.slots - nagCount(in: unbound, allocation.contenders))
    // Counting treats first alerts and repeats separately. A repeat needs its first alert, so the
    // counted instants may not be reachable together. Then trials decide.
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

  /// The number of slots that overdue to-dos take.
  ///
  /// Later constraints do not change it.
  private func nagCount(in solution: KnapsackSolution, _ contenders: [AllotmentSearch]) -> Int {
    solution.chosen.count { index, _ in
      if case .overdue = contenders[index].contender.subject { true } else { false }
    }
  }
}

package struct RequestSelection: Sendable {
  /// All reminders, in the order of the input.
  package let lowered: [LoweredReminder]
  /// The covers of the reminders that get slots, by reminder and group index.
  let covers: [Int: [Int: Cover]]
  /// The overdue to-dos that get a slot, in order of identifier.
  package let overdue: [OverdueToDo]

  /// All reminders with their covers, in the order of the input.
  ///
  /// The collection is lazy, because an array would be as large as that of the reminders.
  package var reminders: some RandomAccessCollection<SelectedReminder> {
    lowered.indices.lazy.map {
      SelectedReminder(lowered: lowered[$0], covers: covers[$0] ?? [:])
    }
  }
}

/// The slots that one reminder gets.
package struct SelectedReminder: Sendable {
  package let lowered: LoweredReminder
  /// The covers of its groups, by group index.
  ///
  /// A group without a cover gets no slot.
  package let covers: [Int: Cover]

  /// The reminder's diagnostics, including those for triggers that could not be proven.
  ///
  /// A reminder without slots gets no trigger diagnostics, because lowering may have skipped its
  /// triggers.
  package var diagnostics: [Diagnostic] {
    guard !covers.isEmpty else { return lowered.diagnostics }
    return lowered.diagnostics
      + lowered.groups.flatMap(\.counterexamples).map {
        $0.diagnostic(of: lowered.id, at: lowered.location)
      }
  }
}
