import CivilTime

/// Finds maximum-weight independent sets of a conflict graph by branch and bound.
///
/// A set has two weights: the slots that it saves and its value beyond them. The result is
/// therefore a Pareto frontier. The search branches on the vertex of highest degree, used or not
/// used, and solves connected components separately (Fomin and Kratsch, "Exact Exponential
/// Algorithms", 2010, chapter 2). Once the weekdays are decided, days of the month no longer
/// conflict, and once those are decided, the weeks of each month are separate components. So few
/// branches are enough.
///
/// A trigger can also be used until its conflict with another trigger and be removed at that
/// instant.
struct IndependentSetSearch {
  /// The limit of triggers visited in all branches of a component.
  ///
  /// Beyond it the search is greedy. It takes some hundredths of a second.
  static let maximumWork = 200_000

  private let workLimit: Int
  var isOverdrawn: Bool { work > workLimit }

  let graph: WeightedConflictGraph
  let pool = IndependentSetPool()
  /// The triggers visited so far in the branches of the current component.
  var work = 0
  /// The number of early removals tried in the current component.
  var earlyRemovals = 0

  /// The triggers visited in earlier components.
  private var spent = 0
  /// The triggers visited in all components.
  var totalWork: Int { spent + work }

  /// Whether the search reached its work limit, so that its result may not be optimal.
  var isExhausted = false

  init(_ graph: WeightedConflictGraph, workLimit: Int = maximumWork) {
    self.graph = graph
    self.workLimit = workLimit
  }

  /// Returns the Pareto frontier of the independent sets of some triggers.
  ///
  /// - Parameter members: The triggers, as indices. Each must be exact until the earliest removal.
  /// - Returns: The frontier.
  mutating func frontier(of members: [Int]) -> ParetoFrontier {
    let uses = ownUses
    var result = ParetoFrontier()
    let components = graph.components(of: members, uses: uses)
    // Times of day usually form separate components. Each component gets its own budget.
    for component in components.connected {
      beginBudget()
      work += component.members.count
      result.add(branches(of: component, uses: uses), pool: pool)
    }
    addIsolated(components.isolated, uses: uses, to: &result)
    return result
  }

  private mutating func beginBudget() {
    spent += work
    work = 0
    earlyRemovals = 0
  }

  /// Each trigger with the end that it has without conflicts.
  private var ownUses: [TriggerUse] {
    graph.vertices.map { TriggerUse(end: $0.end, answered: $0.answered) }
  }

  /// Returns the frontier after adding some triggers to each point of another frontier.
  mutating func frontier(adding members: [Int], to ways: ParetoFrontier) -> ParetoFrontier {
    var result = ways
    // All points share one budget, starting with those that save most.
    beginBudget()
    for way in ways.points where !isOverdrawn {
      var uses = ownUses
      var isFree = Array(repeating: false, count: uses.count)
      for index in members { isFree[index] = true }
      for used in pool.triggers(of: way.set) {
        for edge in graph.edges(of: used.index)
        where isFree[edge.other] && edge.at < min(used.end, uses[edge.other].end) {
          if let use = otherUse(until: edge) {
            uses[edge.other] = use
          } else {
            isFree[edge.other] = false
          }
        }
      }
      var more = frontier(of: members.filter { isFree[$0] }, uses: uses)
      more.add(way, pool: pool)
      result.formUnion(more)
    }
    return result
  }

  func point(of triggers: [(index: Int, end: Instant)]) -> ParetoFrontier.Point {
    triggers.reduce(ParetoFrontier.Point()) { sum, used in
      let edge = graph.edges(of: used.index).first { $0.at == used.end }
      let use = TriggerUse(
        end: used.end, answered: edge?.answered ?? graph.vertices[used.index].answered)
      return point(used.index, use: use).map { pool.sum(sum, $0) } ?? sum
    }
  }

  func triggers(of point: ParetoFrontier.Point) -> [(index: Int, end: Instant)] {
    pool.triggers(of: point.set)
  }
}

extension IndependentSetSearch {
  /// Returns the frontier of some triggers whose ends are limited by earlier decisions.
  mutating func frontier(of members: [Int], uses: [TriggerUse]) -> ParetoFrontier {
    work += members.count
    var result = ParetoFrontier()
    if members.isEmpty { return result }
    let components = graph.components(of: members, uses: uses)
    for component in components.connected {
      result.add(branches(of: component, uses: uses), pool: pool)
    }
    addIsolated(components.isolated, uses: uses, to: &result)
    return result
  }

  mutating func branches(
    of component: WeightedConflictGraph.Component, uses: [TriggerUse]
  ) -> ParetoFrontier {
    let pivot = component.pivot
    let others = component.members.filter { $0 != pivot }
    if isOverdrawn {
      isExhausted = true
      return isBest(pivot, in: component.members, uses: uses)
        ? using(pivot, use: uses[pivot], others: others, uses: uses)
        : frontier(of: others, uses: uses)
    }
    var result = using(pivot, use: uses[pivot], others: others, uses: uses)
    for use in earlierUses(of: pivot, others: others, uses: uses) {
      result.formUnion(using(pivot, use: use, others: others, uses: uses))
    }
    if !graph.bound.isReached(by: result, others: others, in: graph) {
      result.formUnion(frontier(of: others, uses: uses))
    }
    return result
  }

  /// Returns whether no neighbor of a trigger answers more fires than the trigger does.
  func isBest(_ pivot: Int, in component: [Int], uses: [TriggerUse]) -> Bool {
    let members = Set(component)
    func answered(_ index: Int) -> (Int, Int) {
      (graph.vertices[index].answeredEarly, uses[index].answered)
    }
    return graph.edges(of: pivot).allSatisfy {
      !members.contains($0.other) || answered($0.other) <= answered(pivot)
    }
  }

  /// Returns the frontier of the sets that use a trigger until a given end.
  mutating func using(
    _ pivot: Int, use: TriggerUse, others: [Int], uses: [TriggerUse]
  ) -> ParetoFrontier {
    guard let own = point(pivot, use: use) else { return ParetoFrontier() }
    var left = uses
    var isOut = Array(repeating: false, count: uses.count)
    for edge in graph.edges(of: pivot) where edge.at < min(use.end, uses[edge.other].end) {
      if let use = otherUse(until: edge) {
        left[edge.other] = use
      } else {
        isOut[edge.other] = true
      }
    }
    var result = frontier(of: others.filter { !isOut[$0] }, uses: left)
    result.add(own, pool: pool)
    return result
  }

  /// Returns the use of a trigger that ends at its conflict with a used one; nil if it cannot be
  /// removed then or answers less than two fires before.
  ///
  /// The edge is one of the used trigger.
  private func otherUse(until edge: ConflictGraph.Edge) -> TriggerUse? {
    guard edge.at >= graph.firstRemoval, edge.otherAnswered > 1 else { return nil }
    return TriggerUse(end: edge.at, answered: edge.otherAnswered)
  }
}

extension IndependentSetSearch {
  /// Returns earlier ends for a trigger that may pay off because conflicting triggers can then be
  /// used.
  ///
  /// The upper bound of the gain is the number of fires that the freed triggers answer after the
  /// earlier end. Only as many triggers as there are slots count.
  mutating func earlierUses(of pivot: Int, others: [Int], uses: [TriggerUse]) -> [TriggerUse] {
    guard graph.objective != .slots, earlyRemovals < IndependentSetSearch.maximumEarlyRemovals
    else { return [] }
    var isOther = Array(repeating: false, count: uses.count)
    for index in others { isOther[index] = true }
    let rivals = graph.edges(of: pivot).compactMap { edge -> (use: TriggerUse, won: Int)? in
      guard isOther[edge.other], edge.at >= graph.firstRemoval,
        edge.at < min(uses[pivot].end, uses[edge.other].end)
      else { return nil }
      return (
        TriggerUse(end: edge.at, answered: edge.answered),
        uses[edge.other].answered - edge.otherAnswered
      )
    }.sorted { ($1.won, $0.use.end) < ($0.won, $1.use.end) }
    var seen: Set<Instant> = []
    let worthwhile = rivals.compactMap { rival -> (use: TriggerUse, gain: Int)? in
      let use = rival.use
      guard use.answered > 1, seen.insert(use.end).inserted else { return nil }
      let freed = rivals.lazy.filter { $0.use.end >= use.end }.prefix(max(0, graph.slots - 1))
      let gain = freed.reduce(0) { $0 + $1.won } - (uses[pivot].answered - use.answered)
      let sparesRemovals = gain == 0 && freed.count > 1
      return gain > 0 || sparesRemovals ? (use, gain) : nil
    }.sorted { ($1.gain, $0.use.end) < ($0.gain, $1.use.end) }
      .prefix(IndependentSetSearch.maximumEarlyRemovalsOfOne)
    earlyRemovals += worthwhile.count
    return worthwhile.map(\.use)
  }

  /// The limits of early removals that are tried: for one trigger beside the same others, and in
  /// all.
  ///
  /// Several are needed: a weekly trigger must make room for five monthly ones before the set
  /// gains.
  static let maximumEarlyRemovalsOfOne = 8
  static let maximumEarlyRemovals = 24
}

extension IndependentSetSearch {
  func addIsolated(_ members: [Int], uses: [TriggerUse], to result: inout ParetoFrontier) {
    let nothing = IndependentSetWeight()
    var taken = ParetoFrontier.Point()
    var costly: [ParetoFrontier.Point] = []
    for index in members {
      guard let point = point(index, use: uses[index]) else { continue }
      let isWorthIt = point.weight > nothing
      if point.saved >= 0, isWorthIt || (point.saved > 0 && point.weight == nothing) {
        taken = pool.sum(taken, point)
      } else if point.saved == -1, isWorthIt {
        costly.append(point)
      } else if point.saved > 0 || isWorthIt {
        result.add(ParetoFrontier(of: [ParetoFrontier.Point(), point]), pool: pool)
      }
    }
    if !costly.isEmpty {
      // Each of these costs one slot, so the best are added first.
      var beginnings = [ParetoFrontier.Point()]
      for point in costly.sorted(by: { $1.weight < $0.weight }).prefix(graph.slots) {
        beginnings.append(pool.sum(beginnings[beginnings.count - 1], point))
      }
      result.add(ParetoFrontier(of: beginnings), pool: pool)
    }
    result.add(taken, pool: pool)
  }

  /// Returns the point of one trigger; nil if a one-shot does as much.
  func point(_ index: Int, use: TriggerUse) -> ParetoFrontier.Point? {
    let vertex = graph.vertices[index]
    let isRemoved = use.end != .endOfTime
    guard use.answered > (isRemoved ? 1 : 0) else { return nil }
    var weight = IndependentSetWeight()
    if graph.objective != .slots {
      weight[.objective] =
        switch graph.objective {
        case .renewal: vertex.answeredSoon - 1
        case .permanence: isRemoved ? -1 : 0
        case .horizon, .slots: 0
        }
      weight[.answered] = use.answered - 1
      weight[.removals] = isRemoved ? -1 : 0
      weight[.repeating] = 1
      weight[.provenDays] = min(use.end, .endOfProof).secondsSince1970 / 86_400
      weight[.pending] = vertex.isPending ? 1 : 0
      weight.order = vertex.order
    }
    return ParetoFrontier.Point(
      saved: vertex.answeredEarly - 1, weight: weight,
      set: pool.trigger(index, until: use.end))
  }
}
