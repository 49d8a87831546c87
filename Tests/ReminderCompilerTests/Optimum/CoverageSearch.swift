/// What a line's slots leave out up to the horizon, once the plan's reach is settled.
///
/// The search leaves aside at first that a head and a tail meet after the reach. Where the best
/// choice has two that meet, one of them has to be taken away by then: the search goes on with
/// either of the two ending there. What no choice without meetings can beat is left out.
struct CoverageSearch {
  /// The weight of a loss before the renewal; see ``EarlyLoss``.
  static let earlyWeight = 1 << 24

  let choices: LineChoices
  /// The first day that the line need not be exact on.
  let day: Int
  /// The first day at or after the renewal.
  let late: Int
  /// The first day on which a trigger may end.
  let last: Int
  /// Whether the reach lies after the renewal, so that nothing is missed before.
  let isDeep: Bool
  let blocked: [UInt64]
  let headsSoon: [Int]
  let headsEarly: [Int]
  let tailsSoon: [Int]
  let tailsEarly: [Int]
  /// The tail that would answer the reminder's next alert.
  let nextTail: Int?

  init(_ choices: LineChoices, renewal: Int, reach: Int, lasting: Int) {
    self.choices = choices
    let line = choices.line
    let (day, late) = (line.day(from: reach), line.day(from: renewal))
    (self.day, self.late, last) = (day, late, line.day(from: lasting))
    isDeep = reach >= renewal
    blocked = choices.tailsMeeting(before: last)
    headsSoon = choices.heads.map { $0.count(before: day) }
    headsEarly = choices.heads.map { $0.count(before: late) }
    tailsSoon = choices.tails.map { $0.count(before: day) }
    tailsEarly = choices.tails.map { $0.count(before: late) }
    nextTail = choices.next.flatMap { next in
      choices.tails.firstIndex { $0.fires.first == next }
    }
  }

  /// The ends of all triggers in one branch of the search.
  private struct Branch {
    var headEnds: [Int]
    var tailEnds: [Int]
  }

  /// A choice in a branch: its triggers, some of which may meet.
  struct Choice {
    var loss = EarlyLoss.impossible
    var heads: [Int] = []
    var tails: [Int] = []
  }

  /// The least loss with a number of slots: what is missed early, less the fires answered.
  func leastLoss(slots: Int) -> Int {
    var best = EarlyLoss.impossible
    var branches = [Branch(headEnds: choices.heads.map(\.end), tailEnds: choices.tails.map(\.end))]
    while let branch = branches.popLast() {
      let choice = self.choice(branch, slots: slots, below: best)
      guard choice.loss < best else { continue }
      guard let (head, other, isTail, meeting) = meeting(choice, branch) else {
        best = choice.loss
        continue
      }
      var ended = branch
      ended.headEnds[head] = meeting
      branches.append(ended)
      ended = branch
      if isTail { ended.tailEnds[other] = meeting } else { ended.headEnds[other] = meeting }
      branches.append(ended)
    }
    return best
  }

  /// Two triggers of a choice that meet while both are up: a head and another, and the day.
  private func meeting(
    _ choice: Choice, _ branch: Branch
  ) -> (head: Int, other: Int, isTail: Bool, day: Int)? {
    for head in choice.heads {
      let end = branch.headEnds[head]
      for tail in choice.tails {
        let meeting = choices.tailMeetings[head][tail]
        if meeting < min(end, branch.tailEnds[tail]) { return (head, tail, true, meeting) }
      }
      for other in choice.heads where other < head {
        let meeting = choices.headMeetings[head][other]
        if meeting < min(end, branch.headEnds[other]) { return (head, other, false, meeting) }
      }
    }
    return nil
  }

  private func choice(_ branch: Branch, slots: Int, below bound: Int) -> Choice {
    let line = choices.line
    func gains(_ triggers: [LineTrigger], _ ends: [Int]) -> [Int] {
      zip(triggers, ends).map { $1 < last ? -1 : $0.count(before: $1) - 1 }
    }
    let headGains = gains(choices.heads, branch.headEnds)
    let tailGains = gains(choices.tails, branch.tailEnds)
    let order = choices.tails.indices.filter { tailGains[$0] > 0 }
      .sorted { tailGains[$0] > tailGains[$1] }
    var search = BranchSearch(
      search: self, slots: slots, gains: tailGains, headGains: headGains, order: order,
      asked: line.askedCount, askedSoon: line.askedBefore[day], askedEarly: line.askedBefore[late])
    search.best.loss = bound
    var open: UInt64 = 0
    for tail in order { open |= 1 << UInt64(tail) }
    let heads = headGains.indices.filter { headGains[$0] > 0 }
    let rest = BranchSearch.Rest(
      gain: heads.reduce(0) { $0 + headGains[$1] },
      soon: heads.reduce(0) { $0 + max(0, headsSoon[$1] - 1) })
    search.extend(0, BranchSearch.Sums(open: open), rest)
    return search.best
  }
}
