/// What was found to answer a group.
struct GroupTriggers: Sendable {
  /// Repeating triggers that are right by themselves, and which of them conflict.
  let graph: ConflictGraph
  /// What simulation found against candidates; one-shots serve in their place.
  let counterexamples: [Counterexample]
  /// Where triggers were left out that answer one fire each: what they are found by.
  let spare: SpareTriggers?
  /// Whether a request of the group may be one that has to be removed later.
  var allowsRemoval = true

  /// Nothing that repeats.
  static let none = GroupTriggers(graph: ConflictGraph(), counterexamples: [], spare: nil)
}
