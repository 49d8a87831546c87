import CivilTime

/// The ways to use triggers together that no other way dominates: the Pareto frontier of slots that
/// are saved before an instant, and of what it is worth beyond that.
struct Frontier {
  /// A way.
  struct Point {
    /// The slots that it saves against one-shots for its fires before the instant; negative where
    /// it answers few of them.
    var saved = 0
    /// What it is worth beyond that.
    var worth = SelectionWorth()
    /// The triggers.
    var selection = Selection.none
  }

  /// The most numbers of saved slots for which sums are looked up in a table: what fires every minute
  /// saves half a million.
  private static let maximumTable = 4_096

  /// The ways, from the one that saves most; those that save less are worth more.
  private(set) var points: [Point]

  /// The frontier of doing nothing, or of one way.
  init(_ point: Point = Point()) { points = [point] }

  /// The frontier of some ways.
  init(of ways: [Point]) {
    points = []
    for way in ways.sorted(by: { ($1.saved, $1.worth) < ($0.saved, $0.worth) })
    where points.last.map({ $0.worth < way.worth }) ?? true {
      points.append(way)
    }
  }

  /// The most slots that can be saved.
  var mostSaved: Int { points[0].saved }

  /// Adds other ways to use the same triggers.
  mutating func formUnion(_ other: Frontier) {
    var merged: [Point] = []
    merged.reserveCapacity(points.count + other.points.count)
    var (own, foreign) = (points[...], other.points[...])
    while let first = own.first ?? foreign.first {
      var next = first
      if let mine = own.first, let theirs = foreign.first,
        (mine.saved, mine.worth) < (theirs.saved, theirs.worth)
      {
        next = theirs
        foreign.removeFirst()
      } else if own.isEmpty {
        foreign.removeFirst()
      } else {
        own.removeFirst()
      }
      if merged.last.map({ $0.worth < next.worth }) ?? true { merged.append(next) }
    }
    points = merged
  }

  /// Adds triggers that meet none of these to all ways.
  mutating func add(_ point: Point, _ selections: SelectionPool) {
    for index in points.indices {
      points[index].saved += point.saved
      points[index].worth = points[index].worth + point.worth
      points[index].selection = selections.both(points[index].selection, point.selection)
    }
  }

  /// Adds the ways to use other triggers that meet none of these.
  mutating func add(_ other: Frontier, _ selections: SelectionPool) {
    // Adding one way to all changes no order.
    if other.points.count == 1 { return add(other.points[0], selections) }
    if points.count == 1 {
      let own = points[0]
      points = other.points
      return add(own, selections)
    }
    let most = points[0].saved + other.points[0].saved
    let least = points[points.count - 1].saved + other.points[other.points.count - 1].saved
    guard most - least < Frontier.maximumTable else {
      let own = points
      self = Frontier(of: own.flatMap { own in other.points.map { selections.sum(own, $0) } })
      return
    }
    // For each number of saved slots the best pair.
    var best: [(worth: SelectionWorth, own: Int, other: Int)?] = Array(
      repeating: nil, count: most - least + 1)
    for (ownPlace, own) in points.enumerated() {
      for (otherPlace, other) in other.points.enumerated() {
        let place = most - own.saved - other.saved
        let worth = own.worth + other.worth
        if let known = best[place], known.worth >= worth { continue }
        best[place] = (worth, ownPlace, otherPlace)
      }
    }
    var sums: [Point] = []
    for (place, pair) in best.enumerated() {
      guard let pair, sums.last.map({ $0.worth < pair.worth }) ?? true else { continue }
      sums.append(
        Point(
          saved: most - place, worth: pair.worth,
          selection: selections.both(
            points[pair.own].selection, other.points[pair.other].selection)))
    }
    points = sums
  }
}
