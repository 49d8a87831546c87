/// Slots for one contender: what they are spent on, and what that is worth.
struct Allotment: Sendable {
  /// What it is worth.
  var score = Score()
  /// The way to spend them that was found; nil where no group gets any.
  var way: AllotmentWay?

  /// What is done for each group; a group that is not named gets nothing.
  var groups: [GroupAllotment] { way?.groups ?? [] }
}

/// Allotments of one contender by number of slots, from 0; nil where there is none.
typealias AllotmentsBySlots = [Allotment?]
