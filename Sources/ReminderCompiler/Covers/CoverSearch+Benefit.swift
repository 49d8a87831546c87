import CivilTime

extension CoverSearch {
  /// What a slot less and some slots more are worth.
  ///
  /// - Parameter slots: The slots that the group got.
  /// - Returns: One less, as many, the fewest that reach further, and those that reach the
  ///   horizon's end, ascending, each with what they reach; numbers that don't differ in it once.
  package func benefits(around slots: Int) -> [(slots: Int, benefit: SlotBenefit)] {
    let most = max(slots, min(instants.count, CoverSearch.maximumSlotsExplained))
    var search = SlotBenefitSearch(self)
    let own = search.benefit(slots: slots)
    let whole = SlotBenefit(missed: 0, exactUntil: lowered.group.cut)
    var numbers = slots > 0 ? [slots - 1, slots] : [slots]
    if own != whole, slots < most {
      let candidates = Array(slots + 1...most)
      let further = candidates.partitionPoint { !search.benefit(slots: $0).isBetter(than: own) }
      let enough = candidates.partitionPoint { search.benefit(slots: $0) != whole }
      for place in [further, enough] where place < candidates.count {
        numbers.append(candidates[place])
      }
    }
    return Set(numbers).sorted().map { ($0, search.benefit(slots: $0)) }
  }

  /// The most slots whose worth is explained: those of the system.
  private static let maximumSlotsExplained = NotificationOptions.systemLimit
}
