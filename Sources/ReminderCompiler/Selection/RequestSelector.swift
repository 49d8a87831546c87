import CivilTime
package import ICalendar
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

  /// What each reminder and to-do gets by what is best for the contenders.
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
      of: reminders, covers: covers, overdue: nagged.sorted { $0.identifier < $1.identifier })
  }

  /// The best allotments: of those that lose least before the renewal, the ones that are exact
  /// furthest.
  private func best(in allocation: SlotAllocation) -> [(contender: Int, allotment: Allotment)] {
    guard let unbound = allocation.solution(nil) else { return [] }
    let search = ExactnessSearch(
      allocation: allocation, now: options.now, renewal: options.renewal,
      end: options.window.upperBound,
      slots: options.slots - nagCount(in: unbound, allocation.contenders))
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

/// What the slots are spent on.
package struct RequestSelection: Sendable {
  /// All reminders, in the order in which they were given.
  package let lowered: [LoweredReminder]
  /// The covers of those that get slots, by reminder and group.
  private let covers: [Int: [Int: Cover]]
  /// The overdue to-dos that are nagged about.
  package let overdue: [OverdueToDo]

  /// Names what the slots are spent on.
  init(
    of lowered: [LoweredReminder], covers: [Int: [Int: Cover]], overdue: [OverdueToDo]
  ) {
    self.lowered = lowered
    self.covers = covers
    self.overdue = overdue
  }

  /// All reminders with what they get, in the same order.
  ///
  /// One after another: a list of them would be as large as that of the reminders.
  package var reminders: some RandomAccessCollection<SelectedReminder> {
    lowered.indices.lazy.map {
      SelectedReminder(lowered: lowered[$0], covers: covers[$0] ?? [:])
    }
  }
}

/// What one reminder gets of the slots.
package struct SelectedReminder: Sendable {
  /// The reminder.
  package let lowered: LoweredReminder
  /// The covers of its groups, each by the group's index; a group without one gets nothing.
  package let covers: [Int: Cover]

  /// What is odd about it, and which triggers it has to do without.
  ///
  /// What gets no slot misses no trigger: there may be nobody who looked for one.
  package var diagnostics: [Diagnostic] {
    guard !covers.isEmpty else { return lowered.diagnostics }
    return lowered.diagnostics
      + lowered.groups.flatMap(\.counterexamples).map {
        $0.diagnostic(of: lowered.id, at: lowered.location)
      }
  }

  /// The slots that it takes.
  package var slots: Int { covers.values.reduce(0) { $0 + $1.slots } }
}
