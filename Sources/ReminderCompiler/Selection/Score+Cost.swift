extension Score {
  /// What a selection costs, in the order in which it matters, after all tiers.
  enum Cost: Int, CaseIterable {
    /// The numbers of the repeats that are served, added up, negative: repeats are cut from the
    /// end.
    case laterRepeats
    /// Triggers that have to be taken away, negative.
    case removals
    /// Slots, negative.
    case slots
    /// Repeating triggers.
    case repeating
    /// The days up to which those are proven, added up.
    case provenDays
    /// Requests that are pending already.
    case pending
  }
}
