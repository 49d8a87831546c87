import CivilTime

/// Decides which of two conflicting triggers is removed, by branch and bound.
///
/// Of triggers that are used together, each must be removed at its first conflict with a trigger
/// that stays.
///
/// A node of the search decides the first open conflict. It is pruned if it cannot answer more
/// fires than the best solution so far.
struct ConflictResolution {
  /// Two conflicting triggers, with the number of fires that each answers before the conflict.
  private struct Pair {
    let first: Int
    let second: Int
    let at: Instant
    let firstAnswered: Int
    let secondAnswered: Int
  }

  private let pairs: [Pair]
  /// The uses of the triggers at the current node.
  private var uses: [TriggerUse]
  private var best: (uses: [TriggerUse], answered: Int, removals: Int)?
  private var steps = 0

  /// The limit on search nodes, which takes about a hundredth of a second.
  private static let maximumSteps = 20_000

  /// Finds the ends with which the triggers answer the most fires.
  init(of indices: [Int], _ graph: ConflictGraph) {
    let places = Dictionary(uniqueKeysWithValues: indices.enumerated().map { ($1, $0) })
    uses = indices.map {
      let trigger = graph.triggers[$0]
      return TriggerUse(
        end: trigger.proven.removeBy ?? .endOfTime, answered: trigger.answered.count)
    }
    var pairs: [Pair] = []
    for (place, index) in indices.enumerated() {
      for edge in graph.edges(of: index) {
        guard let other = places[edge.other], place < other else { continue }
        pairs.append(
          Pair(
            first: place, second: other, at: edge.at, firstAnswered: edge.answered,
            secondAnswered: edge.otherAnswered))
      }
    }
    self.pairs = pairs.sorted {
      ($0.at, $0.first, $0.second) < ($1.at, $1.first, $1.second)
    }
    decide(
      from: 0, answered: uses.reduce(0) { $0 + $1.answered },
      removals: uses.count { $0.end != .endOfTime })
  }

  /// The end of each trigger, in the given order; nil if some trigger would answer at most one
  /// fire.
  var ends: [Instant]? { best?.uses.map(\.end) }

  /// Decides conflicts in order of time.
  ///
  /// A removed trigger cannot conflict later.
  private mutating func decide(from next: Int, answered: Int, removals: Int) {
    // Prune: further decisions only reduce the answered fires and add removals.
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
    let first = (place: pair.first, use: TriggerUse(end: pair.at, answered: pair.firstAnswered))
    let second = (place: pair.second, use: TriggerUse(end: pair.at, answered: pair.secondAnswered))
    // Try the smaller loss first.
    func loss(_ way: (place: Int, use: TriggerUse)) -> Int {
      uses[way.place].answered - way.use.answered
    }
    let (better, other) = loss(second) < loss(first) ? (second, first) : (first, second)
    let isLimited = steps > ConflictResolution.maximumSteps
    decide(better, from: open + 1, answered: answered, removals: removals)
    if !isLimited { decide(other, from: open + 1, answered: answered, removals: removals) }
  }

  /// Searches the solutions with a removal, unless the removed trigger would answer at most one
  /// fire.
  private mutating func decide(
    _ way: (place: Int, use: TriggerUse), from next: Int, answered: Int, removals: Int
  ) {
    guard way.use.answered > 1 else { return }
    let old = uses[way.place]
    uses[way.place] = way.use
    decide(
      from: next, answered: answered - old.answered + way.use.answered,
      removals: removals + (old.end == .endOfTime ? 1 : 0))
    uses[way.place] = old
  }
}
