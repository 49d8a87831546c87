package import CivilTime

/// A proven repeating trigger with the fires of its group that it answers before the horizon.
package struct AnsweringTrigger: Sendable {
  /// The trigger.
  package let proven: ProvenTrigger
  /// The fires, ascending; at least one.
  package let answered: ArraySlice<Instant>
}

extension AnsweringTrigger {
  /// The trigger, taken away at an instant at which it would be in the way of another.
  ///
  /// - Parameter removal: The instant, not after the one at which it has to be taken away anyway.
  /// - Returns: The trigger with what it answers until then.
  func removed(by removal: Instant) -> AnsweringTrigger {
    guard removal < proven.removeBy ?? .endOfTime else { return self }
    return AnsweringTrigger(
      proven: proven.removed(by: removal),
      answered: answered[..<answered.partitionPoint { $0 < removal }])
  }
}
