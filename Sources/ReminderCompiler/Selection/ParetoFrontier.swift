import CivilTime

/// The independent sets that no other dominates: the Pareto frontier of the slots that a set saves
/// before an instant, and of what it is worth beyond that.
///
/// Of two sets the one dominates the other that saves as much and is worth as much. Keeping the
/// others alone, as a list in the order of one weight, is dynamic programming with lists (Kellerer,
/// Pferschy and Pisinger, "Knapsack Problems", 2004, section 3.4).
struct ParetoFrontier {
  /// An independent set, as a point by what it saves and what it is worth.
  struct Point {
    /// The slots that it saves against one-shots for its fires before the instant; negative where
    /// it answers few of them.
    var saved = 0
    /// What it is worth beyond that.
    var weight = IndependentSetWeight()
    /// The triggers.
    var set = IndependentSet.none
  }

  /// The ways, from the one that saves most; those that save less are worth more.
  var points: [Point]

  /// The frontier of doing nothing, or of one way.
  init(_ point: Point = Point()) { points = [point] }

  /// The frontier of some ways.
  init(of ways: [Point]) {
    points = []
    for way in ways.sorted(by: { ($1.saved, $1.weight) < ($0.saved, $0.weight) })
    where points.last.map({ $0.weight < way.weight }) ?? true {
      points.append(way)
    }
  }

  /// The most slots that can be saved.
  var mostSaved: Int { points[0].saved }

  /// Adds other ways to use the same triggers.
  mutating func formUnion(_ other: ParetoFrontier) {
    var merged: [Point] = []
    merged.reserveCapacity(points.count + other.points.count)
    var (own, foreign) = (points[...], other.points[...])
    while let first = own.first ?? foreign.first {
      var next = first
      if let mine = own.first, let theirs = foreign.first,
        (mine.saved, mine.weight) < (theirs.saved, theirs.weight)
      {
        next = theirs
        foreign.removeFirst()
      } else if own.isEmpty {
        foreign.removeFirst()
      } else {
        own.removeFirst()
      }
      if merged.last.map({ $0.weight < next.weight }) ?? true { merged.append(next) }
    }
    points = merged
  }
}

extension ParetoFrontier {
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
    // For each number of saved slots the best pair: only those that are kept are joined.
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
