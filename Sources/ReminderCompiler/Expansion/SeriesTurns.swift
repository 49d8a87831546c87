import ICalendar

/// The order in which series take their turns, regardless of how many run at a time.
///
/// Series that can show the same title share a turn, because equal fires ring once. Series that fire
/// at the same times follow one another, because the result for the first one holds for all.
struct SeriesTurns: Sendable {
  /// The places of the series of each turn, ascending.
  private let turns: [[Int]]
  /// The turns that follow one another; of those that are more than one, all fire at the same
  /// times.
  private let runs: [Range<Int>]
  /// Whether a turn comes before another whose series stand before its own.
  private let isReordered: Bool

  /// The most turns that follow one another: enough that the first costs little beside the others,
  /// and few enough that threads can share those that are many.
  private static let longestRun = 64

  /// How many series with one fingerprint a series is held against, the last ones.
  ///
  /// Equal fingerprints of series that differ are a matter of chance.
  private static let mostCompared = 2

  /// Puts series in order.
  ///
  /// - Parameters:
  ///   - titles: The titles that the alarms of each series show.
  ///   - series: The series, by UID.
  ///   - fingerprints: For each of them the same number as for those that fire at the same times;
  ///     nil where that is of no use.
  init(titles: [Set<String>], _ series: [SeriesExpansion], fingerprints: [Int?]) {
    let turns = SeriesTurns.sharingTitles(titles)
    let followers = SeriesTurns.followers(turns, series, fingerprints)
    isReordered = !followers.isEmpty || turns.count < series.count
    guard !followers.isEmpty else {
      self.turns = turns
      runs = turns.indices.map { $0..<$0 + 1 }
      return
    }
    let following = Set(followers.values.joined())
    var ordered: [[Int]] = []
    var runs: [Range<Int>] = []
    for turn in turns.indices where !following.contains(turn) {
      let alike = [turn] + (followers[turn] ?? [])
      for start in stride(from: 0, to: alike.count, by: SeriesTurns.longestRun) {
        let run = alike[start..<min(alike.count, start + SeriesTurns.longestRun)]
        runs.append(ordered.count..<ordered.count + run.count)
        ordered += run.map { turns[$0] }
      }
    }
    self.turns = ordered
    self.runs = runs
  }

  /// The places of series in groups: two series with a common title are in one group.
  private static func sharingTitles(_ titles: [Set<String>]) -> [[Int]] {
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
    return turns
  }

  /// For some turns those later ones whose series fire at the same times.
  private static func followers(
    _ turns: [[Int]], _ series: [SeriesExpansion], _ fingerprints: [Int?]
  ) -> [Int: [Int]] {
    func fingerprint(_ turn: Int) -> Int? {
      turns[turn].count == 1 ? fingerprints[turns[turn][0]] : nil
    }
    var counts: [Int: Int] = [:]
    for turn in turns.indices { fingerprint(turn).map { counts[$0, default: 0] += 1 } }
    var followers: [Int: [Int]] = [:]
    // Of each fingerprint the first one of those that differ all the same.
    var leaders: [Int: [Int]] = [:]
    for turn in turns.indices {
      guard let own = fingerprint(turn), counts[own, default: 0] > 1 else { continue }
      let leader = (leaders[own] ?? []).suffix(mostCompared).last {
        series[turns[$0][0]].hasSameTimes(as: series[turns[turn][0]])
      }
      if let leader {
        followers[leader, default: []].append(turn)
      } else {
        leaders[own, default: []].append(turn)
      }
    }
    return followers
  }
}

extension SeriesTurns {
  /// How many runs of turns there are.
  var count: Int { runs.count }

  /// The turns of a run, as places of series.
  subscript(_ run: Int) -> ArraySlice<[Int]> { turns[runs[run]] }

  /// Puts what was made of series, run by run, into the order of the series.
  func inOrder<Result>(_ results: [(place: Int, result: Result)]) -> [Result] {
    (isReordered ? results.sorted { $0.place < $1.place } : results).map(\.result)
  }
}
