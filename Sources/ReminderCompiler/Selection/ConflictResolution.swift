import CivilTime

/// Decides which of two triggers gives way where they conflict, by branch and bound: of triggers
/// that are used together, each is taken away by the first instant at which it conflicts with one
/// that stays.
///
/// A node of the search is a decision on the first conflict that is left, and is pruned where all
/// that are left could answer no more than the best that was found.
struct ConflictResolution {
  /// Two triggers that conflict, each with the fires that it answers until then.
  private struct Pair {
    let first: Int
    let second: Int
    let at: Instant
    let firstAnswered: Int
    let secondAnswered: Int
  }

  private let pairs: [Pair]
  private let ownUses: [TriggerUse]
  private var best: (uses: [TriggerUse], answered: Int, removals: Int)?
  private var steps = 0

  /// The most conflicts that are decided one way or the other: a hundredth of a second.
  private static let maximumSteps = 20_000

  /// Finds the ends with which triggers answer most.
  init(of indices: [Int], _ graph: ConflictGraph) {
    let places = Dictionary(uniqueKeysWithValues: indices.enumerated().map { ($1, $0) })
    ownUses = indices.map {
      let trigger = graph.triggers[$0]
      return TriggerUse(
        end: trigger.proven.removeBy ?? .endOfTime, answered: trigger.answered.count)
    }
    var pairs: [Pair] = []
    for (place, index) in indices.enumerated() {
      for conflict in graph.conflicts[index] {
        guard let other = places[conflict.other], place < other else { continue }
        pairs.append(
          Pair(
            first: place, second: other, at: conflict.at,
            firstAnswered: graph.triggers[index].answered.before(conflict.at),
            secondAnswered: graph.triggers[conflict.other].answered.before(conflict.at)))
      }
    }
    self.pairs = pairs.sorted {
      ($0.at, $0.first, $0.second) < ($1.at, $1.first, $1.second)
    }
    decide(from: 0, ownUses)
  }

  /// The end of each trigger, in the order in which they were given; nil where some trigger would
  /// have nothing to do.
  var ends: [Instant]? { best?.uses.map(\.end) }

  /// Decides the conflicts in the order of time: a trigger that is gone is in no other.
  private mutating func decide(from next: Int, _ uses: [TriggerUse]) {
    let answered = uses.reduce(0) { $0 + $1.answered }
    let removals = uses.count { $0.end != .endOfTime }
    // Deciding more can only lose.
    if let best, (answered, best.removals) <= (best.answered, removals) { return }
    let open = pairs[next...].firstIndex {
      $0.at < min(uses[$0.first].end, uses[$0.second].end)
    }
    guard let open else {
      best = (uses, answered, removals)
      return
    }
    steps += 1
    let pair = pairs[open]
    var ways: [(place: Int, use: TriggerUse)] = [
      (pair.first, TriggerUse(end: pair.at, answered: pair.firstAnswered)),
      (pair.second, TriggerUse(end: pair.at, answered: pair.secondAnswered)),
    ]
    // The one that loses less by it first.
    func loss(_ way: (place: Int, use: TriggerUse)) -> Int {
      uses[way.place].answered - way.use.answered
    }
    if loss(ways[1]) < loss(ways[0]) { ways.swapAt(0, 1) }
    if steps > ConflictResolution.maximumSteps { ways.removeLast() }
    for way in ways where way.use.answered > 1 {
      var uses = uses
      uses[way.place] = way.use
      decide(from: open + 1, uses)
    }
  }
}
