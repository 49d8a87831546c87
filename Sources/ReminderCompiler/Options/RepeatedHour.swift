/// What a rule with steps of an hour or less asks for in an hour that a clock change repeats.
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// var hourly = standUp
/// hourly.rules = [RecurrenceRule(.hourly)]
/// print(Compiler.plan(for: [hourly], options).requests.count)  // 1
/// var once = options
/// once.repeatedHour = .once
/// print(Compiler.plan(for: [hourly], once).requests.count)  // 64
/// ```
public enum RepeatedHour: String, CaseIterable, Codable, Sendable {
  /// One of the two passes, and either: a fire in the other one is an echo, neither asked for nor
  /// unasked.
  case either
  /// The one pass that the rule names: a fire in the other one isn't asked for.
  case once
}
