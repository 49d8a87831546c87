import CivilTime
import NotificationTriggers

extension CoverSearch {
  /// The best ways to use triggers that are right up to an instant.
  ///
  /// - Parameters:
  ///   - instant: The instant.
  ///   - objective: What ways are compared by.
  ///   - workLimit: The most triggers that are looked at in all branches of a component.
  /// - Returns: The ways.
  func solve(
    upTo instant: Instant, _ objective: WeightedConflictGraph.Objective,
    workLimit: Int = IndependentSetSearch.maximumWork
  ) -> Solution {
    let graph = lowered.graph
    let firstRemoval = lowered.allowsRemoval ? max(instant, options.earliestRemoval) : .endOfTime
    let members = graph.triggers.indices.filter {
      graph.triggers[$0].proven.removeBy.map { $0 >= firstRemoval } ?? true
    }
    var search = IndependentSetSearch(
      weighted(upTo: instant, objective, firstRemoval), workLimit: workLimit)
    if options.isOfOneSlot {
      let frontier = search.frontier(ofOneOf: members)
      add(work: search.totalWork)
      return (search, frontier)
    }
    let yearly = members.filter { graph.triggers[$0].proven.trigger.pattern.days.isYearly }
    if yearly.count <= TimeOfDaySearch.maximumSingles {
      let frontier = search.frontier(of: members)
      guard search.isExhausted else {
        add(work: search.totalWork)
        return (search, frontier)
      }
    }
    // Dates and weekdays of single months are many, and answer little: they are added to the best
    // of the others.
    let isYearly = Set(yearly)
    let frequent = search.frontier(of: members.filter { !isYearly.contains($0) })
    var frontier = search.frontier(adding: yearly, to: frequent)
    // What saves most is looked for among all of them, for that is how far the plan is exact.
    var saving = IndependentSetSearch(
      weighted(upTo: instant, .slots, firstRemoval), workLimit: workLimit)
    if let most = saving.frontier(of: members).points.first {
      frontier.formUnion(ParetoFrontier(search.point(of: saving.triggers(of: most))))
    }
    add(work: search.totalWork + saving.totalWork)
    return (search, frontier)
  }

  private func weighted(
    upTo instant: Instant, _ objective: WeightedConflictGraph.Objective, _ firstRemoval: Instant
  ) -> WeightedConflictGraph {
    WeightedConflictGraph(
      lowered.graph, vertices(upTo: instant, objective), objective: objective,
      firstRemoval: firstRemoval,
      slots: options.slots,
      bound: SavingsBound(
        lowered.graph.triggers, instants: instants, early: instants.before(instant),
        soon: instants.before(options.renewal)))
  }

  private func vertices(
    upTo instant: Instant, _ objective: WeightedConflictGraph.Objective
  ) -> [WeightedConflictGraph.Vertex] {
    let triggers = lowered.graph.triggers
    let order = objective == .slots ? [] : identifierOrder
    let renewal = options.renewal
    return triggers.enumerated().map { index, trigger in
      WeightedConflictGraph.Vertex(
        end: trigger.proven.removeBy ?? .endOfTime, answered: trigger.answered.count,
        answeredEarly: trigger.answered.before(instant),
        answeredSoon: trigger.answered.before(renewal),
        isPending: !pending.isEmpty
          && pending.contains(lowered.group.identifier(of: trigger.proven)),
        order: order.isEmpty ? SIMD2() : order[index])
    }
  }

  /// For each trigger the place of its identifier among all, as a bit; the first is the highest.
  private var identifierOrder: [SIMD2<UInt64>] {
    let triggers = lowered.graph.triggers
    var order = Array(repeating: SIMD2<UInt64>(), count: triggers.count)
    let sorted = triggers.indices.sorted { triggers[$0].proven.form < triggers[$1].proven.form }
    for (place, index) in sorted.prefix(128).enumerated() {
      order[index][place / 64] = 1 << UInt64(63 - place % 64)
    }
    return order
  }
}

extension DayClass {
  /// Whether it has one day in a year, as a rule.
  fileprivate var isYearly: Bool {
    switch self {
    case .date, .ordinalWeekday: true
    case .everyDay, .weekday, .dayOfMonth, .once: false
    }
  }
}
