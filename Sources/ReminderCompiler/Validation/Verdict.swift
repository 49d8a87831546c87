public import CivilTime

/// How a plan compares with what the calendar asks for.
///
/// The comparison is made by simulating each request and holding what it fires against the fires of
/// its reminder. It runs on every compilation.
public struct Verdict: Hashable, Sendable {
  /// First alerts before the horizon that nothing answers.
  public internal(set) var missedFirst = 0
  /// Repeats before the horizon that nothing answers.
  public internal(set) var missedRepeats = 0
  /// Fires before the horizon that nobody asked for.
  public internal(set) var spurious = 0
  /// Fires before the horizon that are echoes: in one pass of a repeated hour, where a rule with
  /// steps of an hour or less asks for the same local time in the other pass.
  ///
  /// They are neither asked for nor unasked, and break no promise.
  public internal(set) var echoes = 0
  /// The first instant at which a first alert is missed or a fire isn't asked for.
  public internal(set) var exactUntil: Instant?
  /// The first instant at which a repeat is missed or a fire of a repeat isn't asked for.
  public internal(set) var repeatsUntil: Instant?

  /// Adds what was found about another part of the plan.
  package mutating func add(_ other: Verdict) {
    missedFirst += other.missedFirst
    missedRepeats += other.missedRepeats
    spurious += other.spurious
    echoes += other.echoes
    exactUntil = Verdict.earlier(exactUntil, other.exactUntil)
    repeatsUntil = Verdict.earlier(repeatsUntil, other.repeatsUntil)
  }

  /// The earlier of two instants at which something goes wrong; nil for never.
  static func earlier(_ first: Instant?, _ second: Instant?) -> Instant? {
    guard let first, let second else { return first ?? second }
    return min(first, second)
  }
}
