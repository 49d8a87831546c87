/// Slots for one contender: what they are spent on, and what that is worth.
struct Allotment: Sendable {
  /// What is done for each group; a group that is not named gets nothing.
  var groups: [GroupAllotment] = []
  /// What it is worth.
  var score = Score()
}

/// Allotments of one contender by number of slots, from 0; nil where there is none.
typealias AllotmentsBySlots = [Allotment?]
