/// The order in which series take their turns: series that can show the same title share one,
/// because equal fires ring once.
struct SeriesTurns: Sendable {
  /// The places of the series of each turn, ascending.
  private let turns: [[Int]]
  /// Whether a turn comes before another whose series stand before its own.
  private let isReordered: Bool

  /// Puts series in order.
  ///
  /// - Parameter titles: The titles that the alarms of each series show, by the place of the series.
  init(titles: [Set<String>]) {
    // A forest of places, in which the root of each tree is its first place.
    var parents = Array(titles.indices)
    func root(of place: Int) -> Int {
      var place = place
      while parents[place] != place {
        parents[place] = parents[parents[place]]
        place = parents[place]
      }
      return place
    }
    var firsts: [String: Int] = [:]
    for (place, own) in titles.enumerated() {
      for title in own {
        guard let first = firsts[title] else {
          firsts[title] = place
          continue
        }
        let (left, right) = (root(of: first), root(of: place))
        parents[max(left, right)] = min(left, right)
      }
    }
    var turns: [[Int]] = []
    var turnOfRoot: [Int: Int] = [:]
    for place in titles.indices {
      let root = root(of: place)
      if let turn = turnOfRoot[root] {
        turns[turn].append(place)
      } else {
        turnOfRoot[root] = turns.count
        turns.append([place])
      }
    }
    self.turns = turns
    isReordered = turns.count < titles.count
  }

  /// How many turns there are.
  var count: Int { turns.count }

  /// The places of the series of a turn, ascending.
  subscript(_ turn: Int) -> [Int] { turns[turn] }

  /// Puts what was made of series, turn by turn, into the order of the series.
  func inOrder<Result>(_ results: [(place: Int, result: Result)]) -> [Result] {
    (isReordered ? results.sorted { $0.place < $1.place } : results).map(\.result)
  }
}
