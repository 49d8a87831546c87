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

  /// The fewest to which that may come down where a group is searched for many instants.
  static let fewestWork = 4_000

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
  ///
  /// - Parameters:
  ///   - graph: The triggers.
  ///   - workLimit: The most of them that are looked at in all branches of a component together.
  init(_ graph: WeightedConflictGraph, workLimit: Int = maximumWork) {
    self.graph = graph
    self.workLimit = workLimit
  }

  /// The best ways to use some of the triggers.
  ///
  /// - Parameter members: The triggers, as indices; each has to be right until it can be taken
  ///   away.
  /// - Returns: The ways.
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

  /// The best ways to use one of some triggers, or none.
  mutating func frontier(ofOneOf members: [Int]) -> ParetoFrontier {
    work += members.count
    let uses = ownUses
    let ways = members.compactMap { point($0, uses[$0]) }
    return ParetoFrontier(of: [ParetoFrontier.Point()] + ways)
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
  ///
  /// - Parameters:
  ///   - members: Triggers that none of the ways uses.
  ///   - ways: The ways.
  /// - Returns: The ways, and those with more triggers.
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
