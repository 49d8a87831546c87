import CivilTime
package import ICalendar
import NotificationTriggers
package import ReminderExpansion
package import ReminderOptions

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
    let bounds = AllocationWork.bounds(upTo: options.slots, for: reminders)
    let consumers = consumers(of: reminders, overdue, bounds: bounds)
    return selection(
      of: best(for: consumers) { $0.consumer.claims(in: reminders, overdue: overdue) },
      reminders: reminders, overdue: overdue, consumers: consumers,
      limits: bounds.map(\.slots).filter { $0 < options.slots })
  }

  /// Returns the best allocations of the slots to consumers.
  ///
  /// If a plan misses something before the renewal, the sources share the slots, and each share gets
  /// its best plan.
  private func best(
    for consumers: [AllocationSearch], claims: (AllocationSearch) -> Set<SlotClaim>
  ) -> [(consumer: Int, allocation: Allocation)] {
    let allocator = SlotAllocator(consumers, slots: options.slots)
    guard let unconstrained = allocator.solution(nil) else { return [] }
    if !unconstrained.score.missesNothingBeforeRenewal {
      let shares = SlotShares(
        of: consumers, claims: consumers.map(claims), slots: options.slots,
        renewal: options.renewal, best: best)
      if shares.left == 0 { return best(in: shares, of: consumers) }
    }
    return best(in: allocator, unconstrained, workLimit: ExactnessSearch.maximumWork)
  }

  private func best(
    in shares: SlotShares, of consumers: [AllocationSearch]
  ) -> [(consumer: Int, allocation: Allocation)] {
    let used = shares.used
    return used.flatMap { share in
      let whole = best(for: share, of: consumers, among: used.count)
      guard let parts = shares.parts(of: share, with: whole) else { return whole }
      return parts.flatMap { best(for: $0, of: consumers, among: used.count) }
    }
  }

  /// Returns the best allocations of the slots of a share, one of several.
  private func best(
    for share: SlotShares.Share, of consumers: [AllocationSearch], among count: Int
  ) -> [(consumer: Int, allocation: Allocation)] {
    let allocator = SlotAllocator(share.consumers.map { consumers[$0] }, slots: share.slots)
    guard let unconstrained = allocator.solution(nil) else { return [] }
    let limit = ExactnessSearch.maximumWork / count
    return best(in: allocator, unconstrained, workLimit: limit).map {
      (consumer: share.consumers[$0.consumer], allocation: $0.allocation)
    }
  }

  private func consumers(
    of reminders: [LoweredReminder], _ overdue: [OverdueToDo], bounds: [AllocationWork.Bounds]
  ) -> [AllocationSearch] {
    let unbounded = CoverOptions(options)
    var known: [AllocationWork.Bounds: CoverOptions] = [:]
    for bounds in Set(bounds) { known[bounds] = CoverOptions(options, bounds) }
    return SlotConsumer.all(of: reminders, overdue: overdue).map { consumer in
      let own: CoverOptions? =
        if case .groups(let reminder, _) = consumer.subject { known[bounds[reminder]] } else {
          nil
        }
      return AllocationSearch(
        consumer, reminders: reminders, overdue: overdue, options: own ?? unbounded)
    }
  }

  private func selection(
    of best: [(consumer: Int, allocation: Allocation)], reminders: [LoweredReminder],
    overdue: [OverdueToDo], consumers: [AllocationSearch], limits: [Int]
  ) -> RequestSelection {
    var covers: [Int: [Int: Cover]] = [:]
    var nagged: [OverdueToDo] = []
    for (index, allocation) in best {
      switch consumers[index].consumer.subject {
      case .groups(let reminder, _):
        for own in allocation.groups { covers[reminder, default: [:]][own.group] = own.cover }
      case .overdue(let number):
        if allocation.score[.slots] < 0 { nagged.append(overdue[number]) }
      }
    }
    return RequestSelection(
      lowered: reminders, covers: covers, overdue: nagged.sorted { $0.identifier < $1.identifier },
      limits: limits)
  }

  /// Returns the best allocations, given the best ones without an exactness constraint.
  ///
  /// They miss as little as possible before the renewal. Among these, they are exact for as long as
  /// possible.
  private func best(
    in allocator: SlotAllocator, _ unconstrained: KnapsackSolution, workLimit: Int
  ) -> [(consumer: Int, allocation: Allocation)] {
    let search = ExactnessSearch(
      allocator, options: options,
      slots: allocator.slots - nagCount(in: unconstrained, allocator.consumers))
    // Counting treats first alerts and repeats separately. A repeat needs its first alert, so the
    // counted instants may not be reachable together. Then trials decide.
    if unconstrained.score.missesNothingBeforeRenewal,
      let counted = allocator.solution(search.byCounting(), isFinal: true),
      counted.score.missesNothingBeforeRenewal
    {
      return counted.chosen
    }
    return
      (allocator.solution(search.byTrial(unconstrained.score, workLimit: workLimit), isFinal: true)
      ?? allocator.solution(nil, isFinal: true) ?? unconstrained).chosen
  }

  /// The number of slots that overdue to-dos take.
  ///
  /// Later constraints do not change it.
  private func nagCount(in solution: KnapsackSolution, _ consumers: [AllocationSearch]) -> Int {
    solution.chosen.count { index, _ in
      if case .overdue = consumers[index].consumer.subject { true } else { false }
    }
  }
}

/// The result of selection: the reminders and to-dos that get slots, with their covers.
package struct RequestSelection: Sendable {
  /// All reminders, in the order of the input.
  package let lowered: [LoweredReminder]
  /// The covers of the reminders that get slots, by reminder and group index.
  let covers: [Int: [Int: Cover]]
  /// The overdue to-dos that get a slot, in order of identifier.
  package let overdue: [OverdueToDo]
  /// The most slots that each dense reminder can have, if fewer than all.
  package let limits: [Int]

  /// All reminders with their covers, in the order of the input.
  ///
  /// The collection is lazy, because an array would have an element for each reminder.
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
