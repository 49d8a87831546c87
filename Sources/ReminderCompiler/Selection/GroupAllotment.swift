/// Slots for one group of a contender: one of the group's covers.
struct GroupAllotment: Sendable {
  /// The group, as an index into the reminder's.
  let group: Int
  /// The cover.
  let cover: Cover
  /// The cover, as an index into those to choose from.
  let coverIndex: Int
}
