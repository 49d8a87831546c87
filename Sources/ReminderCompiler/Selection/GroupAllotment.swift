/// Slots for one group of a contender: one of the group's covers.
struct GroupAllotment: Sendable {
  /// The group, as an index into the reminder's.
  let group: Int
  /// The cover.
  let cover: Cover
  /// The place of the cover among those of groups that depend on each other.
  let place: Int
}
