import CivilTime

/// The best ways to use triggers of a graph together: maximum weight independent sets, by branch
/// and bound.
///
/// A set has two weights, the slots that it saves and what it is worth beyond them, so what is
/// found is a Pareto frontier. The trigger that conflicts with most others is used or it isn't, and
/// connected components are solved apart. Where the weekdays are decided, days of the month don't
/// conflict, and where those are, the weeks of each month fall apart, so that few branches are
/// enough. A trigger can also be used until it would conflict with another, and be taken away then.
///
/// Branching on a vertex of the highest degree, and connected components by themselves, is how
/// exact searches for independent sets go (Fomin and Kratsch, "Exact Exponential Algorithms", 2010,
/// chapter 2).
struct IndependentSetSearch {
  /// The most triggers that are looked at in all branches together before the search settles for
  /// what seems best: some hundredths of a second.
  static let maximumWork = 200_000

  /// The most triggers that are looked at here.
  private let workLimit: Int
  /// Whether the search has to settle for what seems best.
  var isOverdrawn: Bool { work > workLimit }

  /// The triggers, which of them conflict, and what they are worth.
  let graph: WeightedConflictGraph
  /// The sets that were made.
  let pool = IndependentSetPool()
  /// How many triggers were looked at in the branches of this component.
  var work = 0
  /// How often it was tried to take a trigger of this component away early.
  var earlyRemovals = 0

  /// How many triggers were looked at in the components before.
  private var spent = 0
  /// How many triggers were looked at in all branches.
  var totalWork: Int { spent + work }

  /// Whether the search had to settle for what seemed best.
  var isExhausted = false

  /// Makes a search.
  init(_ graph: WeightedConflictGraph, workLimit: Int = maximumWork) {
    self.graph = graph
    self.workLimit = workLimit
  }

  /// The best ways to use some of the triggers.
  ///
  /// - Parameter members: The triggers, as indices; each has to be right until it can be taken
  ///   away.
  /// - Returns: The frontier of the ways.
  mutating func frontier(of members: [Int]) -> ParetoFrontier {
    let uses = ownUses
    var result = ParetoFrontier()
    let components = graph.components(of: members, uses)
    // Times of day have nothing to do with each other as a rule: each has a budget of its own.
    for component in components.connected {
      beginBudget()
      result.add(frontier(of: component, uses), pool)
    }
    addIsolated(components.isolated, uses, to: &result)
    return result
  }

  /// Begins a budget of its own.
  private mutating func beginBudget() {
    spent += work
    work = 0
    earlyRemovals = 0
  }

  /// The triggers as long as nothing else takes them away.
  private var ownUses: [TriggerUse] {
    graph.vertices.map { TriggerUse(end: $0.end, answered: $0.answered) }
  }

  /// The best ways to add some of the triggers to each of some ways.
  mutating func frontier(adding members: [Int], to ways: ParetoFrontier) -> ParetoFrontier {
    var result = ways
    // One budget for all ways, those that save most first.
    beginBudget()
    for way in ways.points where !isOverdrawn {
      var uses = ownUses
      var isFree = Array(repeating: false, count: uses.count)
      for index in members { isFree[index] = true }
      for used in pool.triggers(of: way.set) {
        for edge in graph.edges(of: used.index) where isFree[edge.other] {
          isFree[edge.other] = limit(&uses[edge.other], by: edge, used.end)
        }
      }
      var more = frontier(of: members.filter { isFree[$0] }, uses)
      more.add(way, pool)
      result.formUnion(more)
    }
    return result
  }

  /// The way in which some triggers are used.
  func point(of triggers: [(index: Int, end: Instant)]) -> ParetoFrontier.Point {
    triggers.reduce(ParetoFrontier.Point()) { sum, used in
      let edge = graph.edges(of: used.index).first { $0.at == used.end }
      let use = TriggerUse(
        end: used.end, answered: edge?.answered ?? graph.vertices[used.index].answered)
      return point(used.index, use).map { pool.sum(sum, $0) } ?? sum
    }
  }

  /// The triggers of a way.
  func triggers(of point: ParetoFrontier.Point) -> [(index: Int, end: Instant)] {
    pool.triggers(of: point.set)
  }
}

extension IndependentSetSearch {
  /// The best ways, where each trigger has an end of its own.
  mutating func frontier(of members: [Int], _ uses: [TriggerUse]) -> ParetoFrontier {
    work += members.count
    var result = ParetoFrontier()
    let components = graph.components(of: members, uses)
    for component in components.connected { result.add(branches(of: component, uses), pool) }
    addIsolated(components.isolated, uses, to: &result)
    return result
  }

  /// The best ways to use triggers that are tied together by conflicts.
  mutating func branches(of component: [Int], _ uses: [TriggerUse]) -> ParetoFrontier {
    let pivot = pivot(of: component, uses)
    let others = component.filter { $0 != pivot }
    if isOverdrawn {
      isExhausted = true
      return isBest(pivot, in: component, uses)
        ? using(pivot, uses[pivot], others, uses) : frontier(of: others, uses)
    }
    var result = using(pivot, uses[pivot], others, uses)
    for use in earlierUses(of: pivot, others, uses) {
      result.formUnion(using(pivot, use, others, uses))
    }
    if !graph.bound.isReached(by: result, others, graph) {
      result.formUnion(frontier(of: others, uses))
    }
    return result
  }

  /// The trigger that conflicts with most others, of these the one that answers most.
  func pivot(of component: [Int], _ uses: [TriggerUse]) -> Int {
    var isMember = Array(repeating: false, count: uses.count)
    for index in component { isMember[index] = true }
    var best = (index: component[0], degree: -1, answered: 0)
    for index in component {
      var degree = 0
      for edge in graph.edges(of: index)
      where isMember[edge.other] && edge.at < min(uses[index].end, uses[edge.other].end) {
        degree += 1
      }
      let answered = graph.vertices[index].answered
      if (degree, answered) > (best.degree, best.answered) { best = (index, degree, answered) }
    }
    return best.index
  }

  /// Whether a trigger answers as much as each of those that it conflicts with.
  func isBest(_ pivot: Int, in component: [Int], _ uses: [TriggerUse]) -> Bool {
    let members = Set(component)
    func answered(_ index: Int) -> (Int, Int) {
      (graph.vertices[index].answeredEarly, uses[index].answered)
    }
    return graph.edges(of: pivot).allSatisfy {
      !members.contains($0.other) || answered($0.other) <= answered(pivot)
    }
  }

  /// The best ways in which a trigger is used until an instant.
  mutating func using(
    _ pivot: Int, _ use: TriggerUse, _ others: [Int], _ uses: [TriggerUse]
  ) -> ParetoFrontier {
    guard let own = point(pivot, use) else { return ParetoFrontier() }
    var left = uses
    var isOut = Array(repeating: false, count: uses.count)
    for edge in graph.edges(of: pivot) {
      isOut[edge.other] = !limit(&left[edge.other], by: edge, use.end)
    }
    var result = frontier(of: others.filter { !isOut[$0] }, left)
    result.add(own, pool)
    return result
  }

  /// Has a trigger taken away where it would conflict with one that is used.
  ///
  /// - Parameters:
  ///   - use: The use of the trigger.
  ///   - edge: Its conflict with the other, as that one's.
  ///   - end: The end of the other.
  /// - Returns: Whether it can be used at all.
  func limit(_ use: inout TriggerUse, by edge: WeightedConflictGraph.Edge, _ end: Instant)
    -> Bool
  {
    guard edge.at < min(end, use.end) else { return true }
    guard edge.at >= graph.firstRemoval else { return false }
    use = TriggerUse(end: edge.at, answered: edge.otherAnswered)
    return use.answered > 1
  }
}

extension IndependentSetSearch {
  /// Ends at which a trigger may be worth to be taken away early, for the sake of others.
  ///
  /// What the others win is at most what they answer after it, as many of them as there are slots.
  mutating func earlierUses(of pivot: Int, _ others: [Int], _ uses: [TriggerUse]) -> [TriggerUse] {
    guard graph.objective != .slots, earlyRemovals < IndependentSetSearch.maximumEarlyRemovals
    else { return [] }
    let members = Set(others)
    let rivals = graph.edges(of: pivot).compactMap { edge -> (use: TriggerUse, won: Int)? in
      guard members.contains(edge.other), edge.at >= graph.firstRemoval,
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

  /// How often it is tried whether a trigger is worth to be taken away early: with one trigger
  /// beside the same others, and in all.
  ///
  /// A trigger of every week has to make room for five of every month before anything is won.
  static let maximumEarlyRemovalsOfOne = 8
  static let maximumEarlyRemovals = 24
}

extension IndependentSetSearch {
  /// Adds the best ways to use triggers without conflicts.
  func addIsolated(_ members: [Int], _ uses: [TriggerUse], to result: inout ParetoFrontier) {
    let nothing = IndependentSetWeight()
    var taken = ParetoFrontier.Point()
    var costly: [ParetoFrontier.Point] = []
    for index in members {
      guard let point = point(index, uses[index]) else { continue }
      let isWorthIt = point.weight > nothing
      if point.saved >= 0, isWorthIt || (point.saved > 0 && point.weight == nothing) {
        taken = pool.sum(taken, point)
      } else if point.saved == -1, isWorthIt {
        costly.append(point)
      } else if point.saved > 0 || isWorthIt {
        result.add(ParetoFrontier(of: [ParetoFrontier.Point(), point]), pool)
      }
    }
    if !costly.isEmpty {
      // Each costs a slot: the best of them first.
      var beginnings = [ParetoFrontier.Point()]
      for point in costly.sorted(by: { $1.weight < $0.weight }).prefix(graph.slots) {
        beginnings.append(pool.sum(beginnings[beginnings.count - 1], point))
      }
      result.add(ParetoFrontier(of: beginnings), pool)
    }
    result.add(taken, pool)
  }

  /// What a trigger is worth by itself; nil where a one-shot does as much.
  func point(_ index: Int, _ use: TriggerUse) -> ParetoFrontier.Point? {
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
