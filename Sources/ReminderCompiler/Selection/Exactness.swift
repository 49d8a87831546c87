import CivilTime

/// How far a plan is exact: the instants before which it neither misses a fire nor fires what isn't
/// asked.
struct Exactness: Sendable, Equatable {
  /// For first alerts.
  var first: Instant
  /// For repeats.
  var repeats: Instant
}
