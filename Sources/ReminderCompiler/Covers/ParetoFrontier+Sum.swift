extension ParetoFrontier {
  /// The most numbers of saved slots for which sums are looked up in a table: what fires every
  /// minute saves half a million.
  private static let maximumTable = 4_096

  /// Adds triggers that conflict with none of these to all ways.
  mutating func add(_ point: Point, _ pool: IndependentSetPool) {
    for index in points.indices {
      points[index].saved += point.saved
      points[index].weight = points[index].weight + point.weight
      points[index].set = pool.both(points[index].set, point.set)
    }
  }

  /// Adds the ways to use other triggers that conflict with none of these: the Minkowski sum of
  /// two frontiers, less what is dominated in it.
  mutating func add(_ other: ParetoFrontier, _ pool: IndependentSetPool) {
    // Adding one way to all changes no order.
    if other.points.count == 1 { return add(other.points[0], pool) }
    if points.count == 1 {
      let own = points[0]
      points = other.points
      return add(own, pool)
    }
    let most = points[0].saved + other.points[0].saved
    let least = points[points.count - 1].saved + other.points[other.points.count - 1].saved
    guard most - least < ParetoFrontier.maximumTable else {
      let own = points
      self = ParetoFrontier(of: own.flatMap { own in other.points.map { pool.sum(own, $0) } })
      return
    }
    // For each number of saved slots the best pair.
    var best: [(weight: IndependentSetWeight, own: Int, other: Int)?] = Array(
      repeating: nil, count: most - least + 1)
    for (ownPlace, own) in points.enumerated() {
      for (otherPlace, other) in other.points.enumerated() {
        let place = most - own.saved - other.saved
        let weight = own.weight + other.weight
        if let known = best[place], known.weight >= weight { continue }
        best[place] = (weight, ownPlace, otherPlace)
      }
    }
    var sums: [Point] = []
    for (place, pair) in best.enumerated() {
      guard let pair, sums.last.map({ $0.weight < pair.weight }) ?? true else { continue }
      sums.append(
        Point(
          saved: most - place, weight: pair.weight,
          set: pool.both(
            points[pair.own].set, other.points[pair.other].set)))
    }
    points = sums
  }
}
