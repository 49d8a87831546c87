package import CivilTime

extension FireGroup {
  /// The identifier of the request with a trigger that answers fires of the group.
  package func identifier(of proven: ProvenTrigger) -> String { identifier(form: proven.form) }

  /// The identifier of the one-shot that answers a fire of the group.
  package func identifier(ofOneShotAt fire: Instant) -> String {
    identifier(form: fire.basicFormat)
  }
}
