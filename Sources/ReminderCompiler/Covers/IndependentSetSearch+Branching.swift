import CivilTime

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
