/// The groups of a reminder, and what finds the triggers that can answer them.
final class GroupedFires: Sendable {
  /// The groups, first alerts before repeats.
  let groups: [FireGroup]
  /// What finds their triggers; nil where nothing can repeat.
  let search: TriggerSearch?

  /// Makes groups.
  init(_ groups: [FireGroup], _ search: TriggerSearch?) {
    self.groups = groups
    self.search = search
  }

  /// The triggers of a group.
  func triggers(at place: Int) -> GroupTriggers { search?.triggers(at: place) ?? .none }
}
