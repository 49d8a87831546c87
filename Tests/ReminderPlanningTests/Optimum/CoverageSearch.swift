/// Finds the fires that a line's slots leave out up to the horizon, for a given reach of the plan.
///
/// At first the search ignores that a head and a tail may fire together after the reach. If two
/// triggers of the best choice do, one of them must end by then, and the search branches on which
/// one. A branch ends when no choice in it can beat the best one.
struct CoverageSearch {
  /// The weight of a loss before the renewal; see ``EarlyLoss``.
  static let earlyWeight = 1 << 24

  let choices: LineChoices
  /// The first day on which the line need not be exact.
  let day: Int
  /// The first day at or after the renewal.
  let late: Int
  /// The first day on which a trigger may end.
  let last: Int
  /// Whether the reach is after the renewal, so that nothing is missed before the renewal.
  let isDeep: Bool
  let blocked: [UInt64]
  let headsSoon: [Int]
  let headsEarly: [Int]
  let tailsSoon: [Int]
  let tailsEarly: [Int]
  /// The tail that covers the reminder's next alert.
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

  /// The triggers chosen in a branch, some of which may fire together.
  struct Choice {
    var loss = EarlyLoss.impossible
    var heads: [Int] = []
    var tails: [Int] = []
  }

  /// The least loss with a number of slots: early misses less covered fires.
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

  /// The first two triggers of a choice that fire together while both are pending, a head and
  /// another, and the day.
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
      expected: line.expectedCount, expectedSoon: line.expectedBefore[day],
      expectedEarly: line.expectedBefore[late])
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

extension CoverageSearch {
  /// The search for the best set of heads, with the best tails for each set.
  struct BranchSearch {
    let search: CoverageSearch
    let slots: Int
    let gains: [Int]
    let headGains: [Int]
    /// The tails in descending order of gain.
    let order: [Int]
    let expected: Int
    let expectedSoon: Int
    let expectedEarly: Int
    var best = Choice()
    var chosen: [Int] = []

    /// The gain of the chosen heads compared with one-shots.
    struct Sums {
      var count = 0
      var soon = 0
      var early = 0
      var gain = 0
      var answersNext = false
      /// The tails that don't fire together with a head before a trigger may end.
      var open: UInt64
    }

    /// An upper bound of the gain of the heads not yet tried.
    struct Rest {
      var gain: Int
      var soon: Int
    }

    /// Tries each set of the heads from `head` on, while it could be better than the best.
    mutating func extend(_ head: Int, _ sums: Sums, _ rest: Rest) {
      let (gainOfTails, soonOfTails) = most(of: sums.open, slots - sums.count)
      guard slots + sums.soon + rest.soon + soonOfTails >= expectedSoon,
        -min(expected, slots + sums.gain + rest.gain + gainOfTails) < best.loss
      else { return }
      let (value, tails) = completed(sums)
      if value < best.loss { best = Choice(loss: value, heads: chosen, tails: tails) }
      guard head < headGains.count, sums.count < slots else { return }
      let gain = headGains[head]
      var left = rest
      if gain > 0 {
        left.gain -= gain
        left.soon -= max(0, search.headsSoon[head] - 1)
      }
      if gain > 0,
        chosen.allSatisfy({ search.choices.headMeetings[head][$0] >= search.last })
      {
        var next = sums
        next.count += 1
        next.soon += search.headsSoon[head] - 1
        next.early += search.headsEarly[head] - 1
        next.gain += gain
        next.open &= ~search.blocked[head]
        if let first = search.choices.next, search.choices.heads[head].fires.first == first {
          next.answersNext = true
        }
        chosen.append(head)
        extend(head + 1, next, left)
        chosen.removeLast()
      }
      extend(head + 1, sums, left)
    }

    /// An upper bound of the gain of a number of open tails: up to the horizon, and up to the
    /// reach.
    private func most(of open: UInt64, _ count: Int) -> (gain: Int, soon: Int) {
      var (gain, soon, left) = (0, 0, count)
      for tail in order where open >> UInt64(tail) & 1 == 1 {
        if left > 0 { gain += gains[tail] }
        left -= 1
        soon += max(0, search.tailsSoon[tail] - 1)
      }
      return (gain, soon)
    }

    /// The least loss with a set of heads, and the tails for it.
    private func completed(_ sums: Sums) -> (Int, [Int]) {
      // The one-shots that remain after those for the reach.
      let spare = slots + sums.soon - expectedSoon
      if search.isDeep { return deep(sums, spare) }
      guard spare >= 0 else { return (EarlyLoss.impossible, []) }
      let missed = max(0, expectedEarly - slots - sums.early)
      let later = max(0, slots + sums.early - expectedEarly)
      let left = slots - sums.count
      var early = missed
      guard let next = search.choices.next, next < search.late, search.day <= next,
        !sums.answersNext
      else {
        let (gain, tails) = shallow(sums, spare, later, without: nil)
        return (loss(early, sums.gain + gain), tails)
      }
      if left == 0 {
        early += EarlyLoss.missedNext
        return (loss(early, sums.gain), [])
      }
      // Use a one-shot for the next alert, or the tail that covers it.
      var (gain, tails) = shallow(sums, left - 1, later, without: search.nextTail)
      if let own = search.nextTail, sums.open >> UInt64(own) & 1 == 1 {
        gain += gains[own]
        tails.append(own)
      }
      return (loss(early, sums.gain + gain), tails)
    }

    private func loss(_ early: Int, _ gain: Int) -> Int {
      early * CoverageSearch.earlyWeight - min(expected, slots + gain)
    }

    /// A tail that covers a fire before the reach replaces a one-shot there; any other needs one
    /// more slot.
    private func deep(_ sums: Sums, _ spare: Int) -> (Int, [Int]) {
      var (spare, gain) = (spare, sums.gain)
      var tails: [Int] = []
      var later: [Int] = []
      for tail in order where sums.open >> UInt64(tail) & 1 == 1 {
        if search.tailsSoon[tail] > 0 {
          spare += search.tailsSoon[tail] - 1
          gain += gains[tail]
          tails.append(tail)
        } else {
          later.append(tail)
        }
      }
      guard spare >= 0 else { return (EarlyLoss.impossible, []) }
      for tail in later.prefix(spare) {
        gain += gains[tail]
        tails.append(tail)
      }
      return (loss(0, gain), tails)
    }

    /// The tails with the most gain: `spare` of those that cover nothing before the reach, `later`
    /// of those that cover nothing before the renewal.
    private func shallow(
      _ sums: Sums, _ spare: Int, _ later: Int, without excluded: Int?
    ) -> (Int, [Int]) {
      var (spare, later, gain) = (spare, later, 0)
      var tails: [Int] = []
      for tail in order where sums.open >> UInt64(tail) & 1 == 1 && tail != excluded {
        if search.tailsSoon[tail] == 0 {
          guard spare > 0 else { continue }
          if search.tailsEarly[tail] == 0 {
            guard later > 0 else { continue }
            later -= 1
          }
          spare -= 1
        }
        gain += gains[tail]
        tails.append(tail)
      }
      return (gain, tails)
    }
  }
}
