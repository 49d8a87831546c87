/// A group with the triggers that can answer it.
package struct LoweredGroup: Sendable {
  /// The groups of its reminder.
  private let groups: GroupedFires
  /// Which of them it is.
  private let place: Int

  /// Names one of the groups of a reminder.
  init(_ groups: GroupedFires, at place: Int) {
    self.groups = groups
    self.place = place
  }

  /// Makes a group by itself, of which it is known what answers it: what tests are made of.
  init(_ group: FireGroup, _ triggers: GroupTriggers) {
    self.init(GroupedFires([group], TriggerSearch(found: [triggers])), at: 0)
  }

  /// The group.
  package var group: FireGroup { groups.groups[place] }
  /// Whether any repeating trigger may answer it: known before one is looked for.
  var mayRepeat: Bool { groups.search != nil }
  /// What finds the triggers of all groups of the reminder, and of those that fire at the same times.
  var search: TriggerSearch? { groups.search }
  /// Repeating triggers that are right by themselves, and which of them conflict.
  package var graph: ConflictGraph { groups.triggers(at: place).graph }
  /// Whether a request of the group may be one that has to be removed later.
  var allowsRemoval: Bool { groups.triggers(at: place).allowsRemoval }
  /// What simulation found against candidates; one-shots serve in their place.
  var counterexamples: [Counterexample] { groups.triggers(at: place).counterexamples }
  /// Where triggers were left out that answer one fire each: what they are found by.
  var spare: SpareTriggers? { groups.triggers(at: place).spare }
}
