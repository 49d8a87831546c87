/// What a rule with steps of an hour or less asks for in an hour that a clock change repeats.
public enum RepeatedHour: String, CaseIterable, Sendable {
  /// One of the two passes, and either: a fire in the other one is an echo, neither asked for nor
  /// unasked.
  case either
  /// The one pass that the rule names: a fire in the other one isn't asked for.
  case once
}
