import ICalendar

/// In which order series take their turns, however many at a time.
///
/// Those with one UID come together, since they take fires from each other; and those that fire at
/// the same times come one after another, since what is found for the first of them holds for all.
struct SeriesTurns: Sendable {
  /// The places of the series of each turn; they have one UID.
  private let turns: [Range<Int>]
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
  ///   - series: The series, by UID.
  ///   - fingerprints: For each of them the same number as for those that fire at the same times;
  ///     nil where that is of no use.
  init(_ series: [SeriesExpansion], fingerprints: [Int?]) {
    var turns: [Range<Int>] = []
    turns.reserveCapacity(series.count)
    var first = 0
    for place in series.indices {
      let isLast =
        place + 1 == series.count || !series[place].hasNamesakes
        || !series[place].series.uid.utf8.elementsEqual(series[place + 1].series.uid.utf8)
      guard isLast else { continue }
      turns.append(first..<place + 1)
      first = place + 1
    }
    let followers = SeriesTurns.followers(turns, series, fingerprints)
    isReordered = !followers.isEmpty
    guard isReordered else {
      self.turns = turns
      runs = turns.indices.map { $0..<$0 + 1 }
      return
    }
    let following = Set(followers.values.joined())
    var ordered: [Range<Int>] = []
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

  /// For some turns those later ones whose series fire at the same times.
  private static func followers(
    _ turns: [Range<Int>], _ series: [SeriesExpansion], _ fingerprints: [Int?]
  ) -> [Int: [Int]] {
    func fingerprint(_ turn: Int) -> Int? {
      let place = turns[turn].lowerBound
      return series[place].hasNamesakes ? nil : fingerprints[place]
    }
    var counts: [Int: Int] = [:]
    for turn in turns.indices { fingerprint(turn).map { counts[$0, default: 0] += 1 } }
    var followers: [Int: [Int]] = [:]
    // Of each fingerprint the first one of those that differ all the same.
    var leaders: [Int: [Int]] = [:]
    for turn in turns.indices {
      guard let own = fingerprint(turn), counts[own, default: 0] > 1 else { continue }
      let leader = (leaders[own] ?? []).suffix(mostCompared).last {
        series[turns[$0].lowerBound].hasSameTimes(as: series[turns[turn].lowerBound])
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
  subscript(_ run: Int) -> ArraySlice<Range<Int>> { turns[runs[run]] }

  /// Puts what was made of series, run by run, into the order of the series.
  func inOrder<Result>(_ results: [(place: Int, result: Result)]) -> [Result] {
    (isReordered ? results.sorted { $0.place < $1.place } : results).map(\.result)
  }
}
