import CivilTime

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
