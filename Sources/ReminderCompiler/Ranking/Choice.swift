import CivilTime

/// A way to spend slots on one stream: one of its covers, with its first one-shots.
struct StreamChoice: Sendable {
  /// The stream, as an index into the reminder's.
  let stream: Int
  /// The cover, as an index into the stream's.
  let cover: Int
}

/// A way to spend slots on one reminder, and what it is worth.
struct ReminderChoice: Sendable {
  /// What is done for each stream; a stream that is not named gets nothing.
  var streams: [StreamChoice] = []
  /// What it is worth.
  var score = Score()
}

/// Instants before which a choice may neither miss a fire nor fire what isn't asked.
struct Reach: Sendable, Equatable {
  /// For first alerts.
  var first: Instant
  /// For repeats.
  var repeats: Instant
}
