extension CoverageSearch {
  /// The search for the best set of heads and, with each, the best of the tails.
  struct BranchSearch {
    let search: CoverageSearch
    let slots: Int
    let gains: [Int]
    let headGains: [Int]
    /// The tails by their gain, largest first.
    let order: [Int]
    let asked: Int
    let askedSoon: Int
    let askedEarly: Int
    var best = Choice()
    private var chosen: [Int] = []

    init(
      search: CoverageSearch, slots: Int, gains: [Int], headGains: [Int], order: [Int],
      asked: Int, askedSoon: Int, askedEarly: Int
    ) {
      self.search = search
      self.slots = slots
      self.gains = gains
      self.headGains = headGains
      self.order = order
      self.asked = asked
      self.askedSoon = askedSoon
      self.askedEarly = askedEarly
    }

    /// What the chosen heads bring, beyond a one-shot for each.
    struct Sums {
      var count = 0
      var soon = 0
      var early = 0
      var gain = 0
      var answersNext = false
      /// The tails that meet none of them before a trigger may end.
      var open: UInt64
    }

    /// The most that the heads could bring that are still to be tried.
    struct Rest {
      var gain: Int
      var soon: Int
    }

    /// Tries each set of the heads from one on, as long as it could be better than the best.
    mutating func extend(_ head: Int, _ sums: Sums, _ rest: Rest) {
      let (gainOfTails, soonOfTails) = most(of: sums.open, slots - sums.count)
      guard slots + sums.soon + rest.soon + soonOfTails >= askedSoon,
        -min(asked, slots + sums.gain + rest.gain + gainOfTails) < best.loss
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

    /// The most that a number of the open tails could bring: to the horizon, and to the reach.
    private func most(of open: UInt64, _ count: Int) -> (gain: Int, soon: Int) {
      var (gain, soon, left) = (0, 0, count)
      for tail in order where open >> UInt64(tail) & 1 == 1 {
        if left > 0 { gain += gains[tail] }
        left -= 1
        soon += max(0, search.tailsSoon[tail] - 1)
      }
      return (gain, soon)
    }

    /// The least loss with a set of heads, and its tails.
    private func completed(_ sums: Sums) -> (Int, [Int]) {
      // One-shots left after those that the reach needs.
      let spare = slots + sums.soon - askedSoon
      if search.isDeep { return deep(sums, spare) }
      guard spare >= 0 else { return (EarlyLoss.impossible, []) }
      let missed = max(0, askedEarly - slots - sums.early)
      let later = max(0, slots + sums.early - askedEarly)
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
      // A one-shot for the next alert, or the tail that answers it.
      var (gain, tails) = shallow(sums, left - 1, later, without: search.nextTail)
      if let own = search.nextTail, sums.open >> UInt64(own) & 1 == 1 {
        gain += gains[own]
        tails.append(own)
      }
      return (loss(early, sums.gain + gain), tails)
    }

    private func loss(_ early: Int, _ gain: Int) -> Int {
      early * CoverageSearch.earlyWeight - min(asked, slots + gain)
    }

    /// A tail that answers a fire before the reach costs the reach nothing; any other one slot.
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

    /// The tails with the most gain: `spare` of those that answer nothing before the reach, `later`
    /// of those that answer nothing before the renewal.
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
