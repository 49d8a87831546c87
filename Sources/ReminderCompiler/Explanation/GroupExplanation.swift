package import CivilTime

/// How the fires of one group were lowered.
package struct GroupExplanation: Sendable {
  /// The group.
  package let group: FireGroup
  /// Whether anything about it can repeat.
  package let canRepeat: Bool
  /// The patterns that would answer a fire: the next one, and the first that no repeating trigger
  /// answers.
  package let considered: [(fire: Instant, patterns: [ConsideredPattern])]
  /// What simulation found against candidates.
  package let counterexamples: [Counterexample]
  /// What another number of slots would be worth.
  package let search: CoverSearch
}
