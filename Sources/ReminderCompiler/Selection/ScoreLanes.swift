/// Those lanes of scores that any of some scores uses: most are of levels and tiers that nothing
/// touches, and sums in tables are compared lane by lane.
struct ScoreLanes {
  private let used: [Int]

  /// Finds the lanes that are used.
  init(of scores: some Sequence<Score>) {
    var isUsed = Array(repeating: false, count: Score.laneCount)
    for score in scores {
      for lane in isUsed.indices where score[lane: lane] != 0 { isUsed[lane] = true }
    }
    used = isUsed.indices.filter { isUsed[$0] }
  }

  /// How many there are.
  var count: Int { used.count }

  /// The lanes of scores, one score after another.
  func values(of scores: some Collection<Score>) -> [Int64] {
    var values: [Int64] = []
    values.reserveCapacity(scores.count * used.count)
    for score in scores {
      for lane in used { values.append(score[lane: lane]) }
    }
    return values
  }

  /// The score with some lanes.
  func score(of values: ArraySlice<Int64>) -> Score {
    var score = Score()
    for (lane, value) in zip(used, values) { score[lane: lane] = value }
    return score
  }
}
