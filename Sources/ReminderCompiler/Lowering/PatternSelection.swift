import CivilTime
import NotificationTriggers

/// Patterns no fire of which two of them answer, and what they are worth.
struct PatternSelection: Sendable {
  private(set) var candidates: [Candidate] = []
  /// The slots that they save before the horizon against one-shots for their fires.
  private var saved = 0
  /// The fires before the horizon that they answer.
  private var answered = 0

  /// Makes a selection.
  init(_ candidates: [Candidate] = []) {
    for candidate in candidates { add(candidate) }
  }

  /// Adds a pattern.
  mutating func add(_ candidate: Candidate) {
    candidates.append(candidate)
    saved += candidate.answered - 1
    answered += candidate.answered
  }

  /// Adds the patterns of another selection.
  mutating func add(_ other: PatternSelection) {
    candidates += other.candidates
    saved += other.saved
    answered += other.answered
  }

  /// Whether one selection is worth more: it saves more slots, or answers more by repeating.
  static func > (left: PatternSelection, right: PatternSelection) -> Bool {
    (left.saved, left.answered) > (right.saved, right.answered)
  }
}
