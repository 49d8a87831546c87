import CivilTime

/// A way to spend slots on one group: one of its covers.
struct GroupChoice: Sendable {
  /// The group, as an index into the reminder's.
  let group: Int
  /// The cover.
  let cover: Cover
  /// The place of the cover among those of groups that depend on each other.
  let place: Int
}

/// A way to spend slots on one claim, and what it is worth.
struct Choice: Sendable {
  /// What is done for each group; a group that is not named gets nothing.
  var groups: [GroupChoice] = []
  /// What it is worth.
  var score = Score()
}

/// Choices of one claim by number of slots, from 0; nil where there is none.
typealias Choices = [Choice?]

/// Instants before which a choice may neither miss a fire nor fire what isn't asked.
struct Reach: Sendable, Equatable {
  /// For first alerts.
  var first: Instant
  /// For repeats.
  var repeats: Instant
}
