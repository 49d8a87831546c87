import CivilTime

/// The best ways to use triggers of a graph together: independent sets of the greatest weight.
///
/// By branching: the trigger that meets most others is used or it isn't, and parts that don't meet
/// each other are solved apart. Where the weekdays are decided, days of the month don't meet, and
/// where those are, the weeks of each month fall apart, so that few branches are enough. A trigger
/// can also be used until it would meet another, and be taken away then.
struct IndependentSets {
  /// The most triggers that are looked at in all branches together before the search settles for
  /// what seems best: some hundredths of a second.
  static let maximumWork = 200_000

  /// Until when a trigger can be used beside those that are used already.
  struct Use {
    var end: Instant
    /// The fires that it answers until then.
    var answered: Int
  }

  private let problem: SetProblem
  private let selections = SelectionPool()
  private var work = 0
  private var turns = 0

  /// Whether the search had to settle for what seemed best.
  private(set) var isExhausted = false

  /// Makes a search.
  init(_ problem: SetProblem) {
    self.problem = problem
  }

  /// The best ways to use some of the triggers.
  ///
  /// - Parameter members: The triggers, as indices; each has to be right until it can be taken away.
  /// - Returns: The ways.
  mutating func frontier(of members: [Int]) -> Frontier {
    let uses = ownUses
    var result = Frontier()
    let parts = parts(of: members, uses)
    // Times of day have nothing to do with each other as a rule: each has a budget of its own.
    for part in parts.tied {
      work = 0
      turns = 0
      result.add(frontier(of: part, uses), selections)
    }
    addLoose(parts.loose, uses, to: &result)
    return result
  }

  private var ownUses: [Use] { problem.nodes.map { Use(end: $0.end, answered: $0.answered) } }

  /// The best ways to add some of the triggers to each of some ways.
  ///
  /// - Parameters:
  ///   - members: Triggers that none of the ways uses.
  ///   - ways: The ways.
  /// - Returns: The ways, and those with more triggers.
  mutating func frontier(adding members: [Int], to ways: Frontier) -> Frontier {
    var result = ways
    // One budget for all ways, those that save most first.
    work = 0
    turns = 0
    for way in ways.points where work <= IndependentSets.maximumWork {
      var uses = ownUses
      var isFree = Array(repeating: false, count: uses.count)
      for index in members { isFree[index] = true }
      for used in selections.triggers(of: way.selection) {
        for conflict in problem.conflicts(of: used.index) where isFree[conflict.other] {
          isFree[conflict.other] = limit(&uses[conflict.other], by: conflict, used.end)
        }
      }
      var more = frontier(of: members.filter { isFree[$0] }, uses)
      more.add(way, selections)
      result.formUnion(more)
    }
    return result
  }

  /// The way in which some triggers are used.
  func point(of triggers: [(index: Int, end: Instant)]) -> Frontier.Point {
    triggers.reduce(Frontier.Point()) { sum, used in
      let conflict = problem.conflicts(of: used.index).first { $0.at == used.end }
      let use = Use(
        end: used.end, answered: conflict?.answered ?? problem.nodes[used.index].answered)
      return point(used.index, use).map { selections.sum(sum, $0) } ?? sum
    }
  }

  /// The triggers of a way.
  func triggers(of point: Frontier.Point) -> [(index: Int, end: Instant)] {
    selections.triggers(of: point.selection)
  }

  /// The best ways, where each trigger has an end of its own.
  private mutating func frontier(of members: [Int], _ uses: [Use]) -> Frontier {
    work += members.count
    var result = Frontier()
    let parts = parts(of: members, uses)
    for part in parts.tied { result.add(branches(of: part, uses), selections) }
    addLoose(parts.loose, uses, to: &result)
    return result
  }

  /// Adds the best ways to use triggers that meet no others.
  private func addLoose(_ members: [Int], _ uses: [Use], to result: inout Frontier) {
    let nothing = SelectionWorth()
    var taken = Frontier.Point()
    var costly: [Frontier.Point] = []
    for index in members {
      guard let point = point(index, uses[index]) else { continue }
      let isWorthIt = point.worth > nothing
      if point.saved >= 0, isWorthIt || (point.saved > 0 && point.worth == nothing) {
        taken = selections.sum(taken, point)
      } else if point.saved == -1, isWorthIt {
        costly.append(point)
      } else if point.saved > 0 || isWorthIt {
        result.add(Frontier(of: [Frontier.Point(), point]), selections)
      }
    }
    if !costly.isEmpty {
      // Each costs a slot: the best of them first.
      var beginnings = [Frontier.Point()]
      for point in costly.sorted(by: { $1.worth < $0.worth }).prefix(problem.slots) {
        beginnings.append(selections.sum(beginnings[beginnings.count - 1], point))
      }
      result.add(Frontier(of: beginnings), selections)
    }
    result.add(taken, selections)
  }

  /// The best ways to use triggers that are tied together by conflicts.
  private mutating func branches(of part: [Int], _ uses: [Use]) -> Frontier {
    let pivot = pivot(of: part, uses)
    let others = part.filter { $0 != pivot }
    if work > IndependentSets.maximumWork {
      isExhausted = true
      return isBest(pivot, in: part, uses)
        ? using(pivot, uses[pivot], others, uses) : frontier(of: others, uses)
    }
    var result = using(pivot, uses[pivot], others, uses)
    for use in earlierUses(of: pivot, others, uses) {
      result.formUnion(using(pivot, use, others, uses))
    }
    if !problem.unions.isReached(by: result, others, problem) {
      result.formUnion(frontier(of: others, uses))
    }
    return result
  }

  /// The trigger that meets most others, of these the one that answers most.
  private func pivot(of part: [Int], _ uses: [Use]) -> Int {
    var isMember = Array(repeating: false, count: uses.count)
    for index in part { isMember[index] = true }
    var best = (index: part[0], degree: -1, answered: 0)
    for index in part {
      var degree = 0
      for conflict in problem.conflicts(of: index)
      where isMember[conflict.other] && conflict.at < min(uses[index].end, uses[conflict.other].end)
      {
        degree += 1
      }
      let answered = problem.nodes[index].answered
      if (degree, answered) > (best.degree, best.answered) { best = (index, degree, answered) }
    }
    return best.index
  }

  /// Whether a trigger answers as much as each of those that it meets.
  private func isBest(_ pivot: Int, in part: [Int], _ uses: [Use]) -> Bool {
    let members = Set(part)
    func answered(_ index: Int) -> (Int, Int) {
      (problem.nodes[index].answeredEarly, uses[index].answered)
    }
    return problem.conflicts(of: pivot).allSatisfy {
      !members.contains($0.other) || answered($0.other) <= answered(pivot)
    }
  }

  /// The best ways in which a trigger is used until an instant.
  private mutating func using(
    _ pivot: Int, _ use: Use, _ others: [Int], _ uses: [Use]
  ) -> Frontier {
    guard let own = point(pivot, use) else { return Frontier() }
    var left = uses
    var isOut = Array(repeating: false, count: uses.count)
    for conflict in problem.conflicts(of: pivot) {
      isOut[conflict.other] = !limit(&left[conflict.other], by: conflict, use.end)
    }
    var result = frontier(of: others.filter { !isOut[$0] }, left)
    result.add(own, selections)
    return result
  }

  /// Has a trigger taken away where it would meet one that is used.
  ///
  /// - Parameters:
  ///   - use: The use of the trigger.
  ///   - conflict: Its conflict with the other, as that one's.
  ///   - end: The end of the other.
  /// - Returns: Whether it can be used at all.
  private func limit(_ use: inout Use, by conflict: SetProblem.Conflict, _ end: Instant) -> Bool {
    guard conflict.at < min(end, use.end) else { return true }
    guard conflict.at >= problem.firstRemoval else { return false }
    use = Use(end: conflict.at, answered: conflict.otherAnswered)
    return use.answered > 1
  }

  /// Ends at which a trigger may be worth to be taken away early, for the sake of others.
  ///
  /// What the others win is at most what they answer after it, as many of them as there are slots.
  private mutating func earlierUses(of pivot: Int, _ others: [Int], _ uses: [Use]) -> [Use] {
    guard problem.goal != .slots, turns < IndependentSets.maximumTurns else { return [] }
    let members = Set(others)
    let rivals = problem.conflicts(of: pivot).compactMap { conflict -> (use: Use, won: Int)? in
      guard members.contains(conflict.other), conflict.at >= problem.firstRemoval,
        conflict.at < min(uses[pivot].end, uses[conflict.other].end)
      else { return nil }
      return (
        Use(end: conflict.at, answered: conflict.answered),
        uses[conflict.other].answered - conflict.otherAnswered
      )
    }.sorted { ($1.won, $0.use.end) < ($0.won, $1.use.end) }
    var seen: Set<Instant> = []
    let worthwhile = rivals.compactMap { rival -> (use: Use, gain: Int)? in
      let use = rival.use
      guard use.answered > 1, seen.insert(use.end).inserted else { return nil }
      let freed = rivals.lazy.filter { $0.use.end >= use.end }.prefix(max(0, problem.slots - 1))
      let gain = freed.reduce(0) { $0 + $1.won } - (uses[pivot].answered - use.answered)
      let sparesRemovals = gain == 0 && problem.avoidsRemovals && freed.count > 1
      return gain > 0 || sparesRemovals ? (use, gain) : nil
    }.sorted { ($1.gain, $0.use.end) < ($0.gain, $1.use.end) }
      .prefix(IndependentSets.maximumTurnsOfOne)
    turns += worthwhile.count
    return worthwhile.map(\.use)
  }

  /// How often it is tried whether a trigger is worth to be taken away early: with one trigger beside
  /// the same others, and in all.
  ///
  /// A trigger of every week has to make room for five of every month before anything is won.
  private static let maximumTurnsOfOne = 8
  private static let maximumTurns = 24

  /// What a trigger is worth by itself; nil where a one-shot does as much.
  private func point(_ index: Int, _ use: Use) -> Frontier.Point? {
    let node = problem.nodes[index]
    let isRemoved = use.end != .endOfTime
    guard use.answered > (isRemoved ? 1 : 0) else { return nil }
    var worth = SelectionWorth()
    if problem.goal != .slots {
      worth.first =
        switch problem.goal {
        case .renewal: Int32(node.answeredSoon - 1)
        case .permanence: isRemoved ? -1 : 0
        case .horizon, .slots: 0
        }
      worth.later = Int32(use.answered - 1)
      worth.removals = isRemoved && problem.avoidsRemovals ? -1 : 0
      worth.repeating = 1
      worth.provenDays = Int32(
        min(use.end, .endOfProof).secondsSince1970 / 86_400)
      worth.kept = node.isPending ? 1 : 0
      worth.order = node.order
    }
    return Frontier.Point(
      saved: node.answeredEarly - 1, worth: worth,
      selection: selections.trigger(index, until: use.end))
  }

  /// Triggers that meet no others, and the others parted so that those of different parts don't meet.
  private func parts(of members: [Int], _ uses: [Use]) -> (loose: [Int], tied: [[Int]]) {
    var isLeft = Array(repeating: false, count: uses.count)
    for index in members { isLeft[index] = true }
    var parts: (loose: [Int], tied: [[Int]]) = ([], [])
    var part: [Int] = []
    for index in members where isLeft[index] {
      isLeft[index] = false
      part.append(index)
      var next = 0
      while next < part.count {
        let current = part[next]
        for conflict in problem.conflicts(of: current)
        where isLeft[conflict.other]
          && conflict.at < min(uses[current].end, uses[conflict.other].end)
        {
          isLeft[conflict.other] = false
          part.append(conflict.other)
        }
        next += 1
      }
      if part.count == 1 { parts.loose.append(index) } else { parts.tied.append(part) }
      part.removeAll(keepingCapacity: true)
    }
    return parts
  }
}

extension RandomAccessCollection<Instant> where Index == Int {
  /// How many of ascending instants lie before one.
  func before(_ end: Instant) -> Int { partitionPoint { $0 < end } - startIndex }
}
