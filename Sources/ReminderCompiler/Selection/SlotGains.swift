/// The most that a number of slots gain, as if no two triggers answered one fire: what each fire
/// and each trigger gains by itself, those first that gain most.
///
/// Scores compare from tier to tier, so no other sum of so many is more than that of the first.
struct SlotGains: Equatable {
  /// What some slots gain, each as much.
  private struct Run: Equatable {
    let gain: Score
    let count: Int
  }

  private var runs: [Run] = []
  /// The most that one slot gains that answers the next fire, of which none but one does: in a list,
  /// so that tens of thousands of bounds have no room for it.
  private var next: [Score] = []

  /// Adds slots that gain the same.
  ///
  /// - Parameters:
  ///   - gain: What each gains.
  ///   - count: How many there are.
  mutating func add(_ gain: Score, count: Int = 1) {
    guard count > 0 else { return }
    runs.append(Run(gain: gain, count: count))
  }

  /// Adds a slot that answers the next fire, beside which no other that does is of use.
  mutating func add(next gain: Score) { next = [max(next.first ?? gain, gain)] }

  /// Puts those first that gain most, once all are added.
  mutating func sort() { runs.sort { $0.gain > $1.gain } }

  /// What the first of them gain together, with that for the next fire; fewer where there are no
  /// more.
  ///
  /// - Parameter slots: How many, at least 1.
  /// - Returns: The sum.
  func sum(of slots: Int) -> Score {
    var left = slots - next.count
    var sum = next.first ?? Score()
    for run in runs where left > 0 {
      let count = min(left, run.count)
      sum = sum + run.gain.times(count)
      left -= count
    }
    return sum
  }
}
