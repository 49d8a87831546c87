package import CivilTime

/// A reminder that somebody has said is done, and what is silent since then.
///
/// Found by source, UID and the occurrence's start, so that one that is moved to another time rings.
package struct DoneReminder: Hashable, Codable, Sendable {
  /// What it was about.
  package let origin: DueReminder.Origin
  /// The last instant for which it matters; nil for a to-do, which stays done.
  package let end: Instant?

  /// How long the repeats of an event's alarm can be silent, in seconds: they stand near their
  /// first, and an event with the same start comes no more.
  private static let eventLength = 400 * 86_400
  /// How long the repeats of an alarm are silent that belongs to no occurrence, in seconds: nothing
  /// else tells it from the next alarm in its place.
  private static let absoluteLength = 86_400

  /// Makes a mark.
  init(_ origin: DueReminder.Origin, firedAt fire: Instant, at now: Instant) {
    self.origin = origin
    end =
      origin.occurrence == nil
      ? now + DoneReminder.absoluteLength
      : origin.isToDo ? nil : max(now, fire) + DoneReminder.eventLength
  }

  /// Whether a fire is silent: of an event, that of the same alarm for the same occurrence; of a
  /// to-do, any for the same occurrence.
  func silences(_ other: DueReminder.Origin, at instant: Instant) -> Bool {
    guard origin.isOfSameSeries(as: other), origin.occurrence == other.occurrence,
      end.map({ instant <= $0 }) ?? true
    else { return false }
    return origin.alarm == other.alarm
      || (origin.isToDo && other.isToDo && origin.occurrence != nil)
  }

  /// Whether another mark says the same.
  func isSame(as other: DoneReminder) -> Bool {
    origin.isOfSameSeries(as: other.origin) && origin.occurrence == other.origin.occurrence
      && origin.alarm == other.origin.alarm
  }
}

extension DueReminder {
  /// Whether all that ask for it are silent.
  func isSilenced(by marks: [DoneReminder]) -> Bool {
    ([origin] + twins).allSatisfy { origin in
      marks.contains { $0.silences(origin, at: at) }
    }
  }
}
