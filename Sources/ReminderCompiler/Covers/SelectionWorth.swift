/// What triggers that are used together are worth beyond the slots that they save: counts in the
/// order in which they matter; higher is better.
///
/// Everything counts against one-shots for the same number of slots, so that the worth of triggers
/// that don't meet adds up.
struct SelectionWorth: Equatable {
  /// What the search asks for before all else: fires before the next renewal that are answered more,
  /// or triggers that have to be taken away, negative.
  var first: Int32 = 0
  /// Fires before the horizon that are answered more.
  var later: Int32 = 0
  /// Triggers that have to be taken away where one-shots could do the same, negative.
  var removals: Int32 = 0
  /// Repeating triggers.
  var repeating: Int32 = 0
  /// The days up to which they are proven, added up.
  var provenDays: Int32 = 0
  /// Those that are pending already.
  var kept: Int32 = 0
  /// The places of their identifiers in ascending order, the first one as the highest bit.
  var order = SIMD2<UInt64>()

  static func + (left: SelectionWorth, right: SelectionWorth) -> SelectionWorth {
    SelectionWorth(
      first: left.first + right.first, later: left.later + right.later,
      removals: left.removals + right.removals, repeating: left.repeating + right.repeating,
      provenDays: left.provenDays + right.provenDays, kept: left.kept + right.kept,
      order: left.order | right.order)
  }
}

extension SelectionWorth: Comparable {
  static func < (left: SelectionWorth, right: SelectionWorth) -> Bool {
    if left.first != right.first { return left.first < right.first }
    if left.later != right.later { return left.later < right.later }
    if left.removals != right.removals { return left.removals < right.removals }
    if left.repeating != right.repeating { return left.repeating < right.repeating }
    if left.provenDays != right.provenDays { return left.provenDays < right.provenDays }
    if left.kept != right.kept { return left.kept < right.kept }
    return left.order[0] != right.order[0]
      ? left.order[0] < right.order[0] : left.order[1] < right.order[1]
  }
}
