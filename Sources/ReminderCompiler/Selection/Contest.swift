import CivilTime

/// The claims against each other: what is the best that the slots can do for all of them.
struct Contest {
  /// The claims.
  let claims: [ClaimChoices]
  private let slots: Int
  /// The claims that can matter where nothing is demanded, and as many more as a demand can touch.
  private let shortlist: [(claim: Int, choices: Choices)]
  /// What every claim is worth with nothing, where nothing is demanded.
  private let bare: [Score]
  private let base: Score

  /// Makes a contest.
  ///
  /// - Parameters:
  ///   - claims: The claims.
  ///   - slots: The slots that there are.
  init(_ claims: [ClaimChoices], slots: Int) {
    self.claims = claims
    self.slots = slots
    // A demand that more claims than there are slots need something for can't be met.
    var list = Shortlist(slots: slots, spare: slots) { claims[$0].smallestPrefix(of: $1) }
    var bare: [Score] = []
    bare.reserveCapacity(claims.count)
    for index in claims.indices {
      let choices = claims[index].best(nil)
      list.offer(index, choices)
      bare.append(choices.first??.score ?? Score())
    }
    self.bare = bare
    base = list.base
    shortlist = list.items.map { item in
      // What many gain more than with as many slots stays behind them.
      var choices: Choices = Array(repeating: nil, count: (item.options.last?.slots ?? 0) + 1)
      if !item.isMandatory { choices[0] = Choice(score: bare[item.claim]) }
      for option in item.options { choices[option.slots] = option.choice }
      return (item.claim, choices)
    }
  }

  /// The best solution.
  ///
  /// - Parameters:
  ///   - reach: How far it has to be right; nil for no demand.
  ///   - isFinal: Whether, of those that are worth the same, it has to be the one with the smallest
  ///     identifiers.
  /// - Returns: The solution; nil where the demand can't be met.
  func solution(_ reach: Reach?, isFinal: Bool = false) -> Knapsack.Solution? {
    let claims = claims
    var list = Shortlist(slots: slots) { claims[$0].smallestPrefix(of: $1) }
    var rest = base
    let touched =
      reach.map { reach in
        claims.indices.filter { claims[$0].isTouched(by: reach) }
      } ?? []
    let isFew = touched.count <= slots
    if let reach {
      if !isFew {
        let needy = touched.count {
          claims[$0].needsSlots(upTo: reach.first, repeats: false)
            || claims[$0].needsSlots(upTo: reach.repeats, repeats: true)
        }
        guard needy <= slots else { return nil }
      }
      for index in touched {
        guard list.offer(index, claims[index].best(reach)) else { return nil }
        rest = rest - bare[index]
      }
    }
    let isTouched = Set(touched)
    // Beyond the spare ones, what is touched may be all that was worth to be kept.
    let others =
      isFew ? shortlist : claims.indices.map { (claim: $0, choices: claims[$0].best(nil)) }
    for (index, choices) in others where !isTouched.contains(index) {
      list.offer(index, choices)
      rest = rest - bare[index]
    }
    let solution = Knapsack(
      items: list.items, limit: slots,
      identifiers: isFinal ? { claims[$0].identifiers(of: $1) } : nil
    ).solve()
    return solution.map {
      Knapsack.Solution(score: $0.score + list.base + rest, chosen: $0.chosen)
    }
  }
}
