import CivilTime

/// The independent sets that no other set dominates: the Pareto frontier of the slots saved before
/// an instant and the weight beyond that.
///
/// A set dominates another if it saves at least as many slots and has at least the same weight.
/// Keeping the nondominated sets in a list sorted by one weight is dynamic programming with lists
/// (Kellerer, Pferschy and Pisinger, "Knapsack Problems", 2004, section 3.4).
struct ParetoFrontier {
  struct Point {
    /// The slots that the set saves compared with one-shots for its fires before the instant;
    /// negative if it answers few of them.
    var saved = 0
    /// The value of the set beyond the saved slots.
    var weight = IndependentSetWeight()
    var set = IndependentSet.none
  }

  /// The points in descending order of `saved` and therefore ascending order of `weight`.
  var points: [Point]

  /// Makes the frontier of one point; by default, of the empty set.
  init(_ point: Point = Point()) { points = [point] }

  init(of ways: [Point]) {
    points = []
    for way in ways.sorted(by: { ($1.saved, $1.weight) < ($0.saved, $0.weight) })
    where points.last.map({ $0.weight < way.weight }) ?? true {
      points.append(way)
    }
  }

  var mostSaved: Int { points[0].saved }

  /// Adds the points of another frontier for the same triggers, and drops the dominated ones.
  ///
  /// Of equal points, the first frontier's is kept.
  mutating func formUnion(_ other: ParetoFrontier) {
    self = ParetoFrontier(of: points + other.points)
  }
}

extension ParetoFrontier {
  /// Adds one set without conflicts to every point.
  mutating func add(_ point: Point, pool: IndependentSetPool) {
    for index in points.indices {
      points[index].saved += point.saved
      points[index].weight = points[index].weight + point.weight
      points[index].set = pool.both(points[index].set, point.set)
    }
  }

  /// Adds the sets of a component without conflicts with this one: the nondominated points of the
  /// Minkowski sum of two frontiers.
  mutating func add(_ other: ParetoFrontier, pool: IndependentSetPool) {
    // Adding the same point to all keeps their order.
    if other.points.count == 1 { return add(other.points[0], pool: pool) }
    if points.count == 1 {
      let own = points[0]
      points = other.points
      return add(own, pool: pool)
    }
    // Keep only the best pair for each number of saved slots, so that few unions are made.
    var best: [Int: (weight: IndependentSetWeight, own: Int, other: Int)] = [:]
    for (ownPlace, own) in points.enumerated() {
      for (otherPlace, other) in other.points.enumerated() {
        let weight = own.weight + other.weight
        let saved = own.saved + other.saved
        if let known = best[saved], known.weight >= weight { continue }
        best[saved] = (weight, ownPlace, otherPlace)
      }
    }
    var sums: [Point] = []
    for (saved, pair) in best.sorted(by: { $0.key > $1.key })
    where sums.last.map({ $0.weight < pair.weight }) ?? true {
      sums.append(
        Point(
          saved: saved, weight: pair.weight,
          set: pool.both(points[pair.own].set, other.points[pair.other].set)))
    }
    points = sums
  }
}
