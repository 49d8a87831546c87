package import NotificationTriggers

/// The claim of a fire to slots: its source, and the level that the user gives it.
///
/// PRIORITY gives no claim, because senders decide it.
package struct SlotClaim: Hashable, Sendable {
  package let source: String
  /// The level that a rule gives; active without a rule.
  package let level: InterruptionLevel

  package init(source: String, level: InterruptionLevel) {
    self.source = source
    self.level = level
  }
}
