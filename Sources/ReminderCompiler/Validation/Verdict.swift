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
  /// The first instant at which a first alert is missed or a fire isn't asked for.
  public internal(set) var exactUntil: Instant?
  /// The first instant at which a repeat is missed or a fire of a repeat isn't asked for.
  public internal(set) var repeatsUntil: Instant?

  /// Adds what was found about another part of the plan.
  package mutating func add(_ other: Verdict) {
    missedFirst += other.missedFirst
    missedRepeats += other.missedRepeats
    spurious += other.spurious
    exactUntil = Verdict.earlier(exactUntil, other.exactUntil)
    repeatsUntil = Verdict.earlier(repeatsUntil, other.repeatsUntil)
  }

  /// Adds a fire that nobody asked for: it is wrong, whatever fires it.
  mutating func addSpurious(_ instant: Instant, repetition: Int) {
    spurious += 1
    exactUntil = Verdict.earlier(exactUntil, instant)
    if repetition > 0 { repeatsUntil = Verdict.earlier(repeatsUntil, instant) }
  }

  /// Adds a fire that is asked for and doesn't come.
  mutating func addMissed(_ instant: Instant, repetition: Int) {
    if repetition > 0 {
      missedRepeats += 1
      repeatsUntil = Verdict.earlier(repeatsUntil, instant)
    } else {
      missedFirst += 1
      exactUntil = Verdict.earlier(exactUntil, instant)
    }
  }

  /// The earlier of two instants at which something goes wrong; nil for never.
  static func earlier(_ first: Instant?, _ second: Instant?) -> Instant? {
    guard let first, let second else { return first ?? second }
    return min(first, second)
  }
}
