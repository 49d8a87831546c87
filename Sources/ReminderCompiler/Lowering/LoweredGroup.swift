import ICalendar

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

  /// Makes a group by itself, of which it is known what answers it.
  init(key: FireKey, group: FireGroup, _ triggers: GroupTriggers) {
    self.init(GroupedFires([(key, group)], known: [triggers]), at: 0)
  }

  /// What tells the group from the others of its reminder.
  var key: FireKey { groups.groups[place].key }
  /// The group.
  package var group: FireGroup { groups.groups[place].group }
  /// Whether any repeating trigger may answer it: known before one is looked for.
  var mayRepeat: Bool { groups.mayRepeat }
  /// Looks for the triggers of all groups of the reminder, where that hasn't been done.
  func lookForTriggers() { _ = groups.triggers(at: place) }
  /// Repeating triggers that are right by themselves, and which of them conflict.
  package var graph: ConflictGraph { groups.triggers(at: place).graph }
  /// What simulation found against candidates; one-shots serve in their place.
  var counterexamples: [Counterexample] { groups.triggers(at: place).counterexamples }
  /// Where triggers were left out that answer one fire each: what they are found by.
  var spare: SpareTriggers? { groups.triggers(at: place).spare }
}
