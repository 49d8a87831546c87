import ICalendar
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

extension EventSeries {
  /// Returns a claim for each of its sources, all at the level of one of them.
  func claims(like claim: SlotClaim) -> Set<SlotClaim> {
    Set(sources.map { SlotClaim(source: $0, level: claim.level) })
  }
}
