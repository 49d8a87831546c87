/// The most that a look at a rule goes through.
package struct RuleLimits: Hashable, Sendable {
  /// The most intervals of each rule.
  package let steps: Int
  /// The most times that each exception rule takes away.
  package let exceptions: Int

  /// What a rule is given that has a run to itself.
  package static let ofOne = RuleLimits(steps: RuleExpansion.maximumSteps, exceptions: .max)

  /// Sets both.
  package init(steps: Int, exceptions: Int) {
    self.steps = steps
    self.exceptions = exceptions
  }
}
