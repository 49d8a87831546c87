package import CivilTime
import ReminderCompiler

/// What an installation remembers of what it has shown: the one file that changes between two
/// renewals.
package struct DesktopState: Hashable, Codable, Sendable {
  /// The version of the format: another one isn't read.
  package private(set) var version = DesktopState.version
  /// The instant up to which everything was taken from the table.
  package var takenUntil: Instant
  /// What is due and not on the screen yet.
  package var pending: [ReminderNotification] = []
  /// What was shown, the oldest first.
  package internal(set) var shown: [ShownNotification] = []
  /// What was put off.
  package internal(set) var snoozed: [SnoozedNotification] = []
  /// What is done.
  package internal(set) var done: [DoneReminder] = []

  /// The version of the format.
  package static let version = 3

  /// How many that were shown are listed.
  package static let listedCount = 10
  /// The most notifications that are pending, that wait for an answer, and that are put off.
  package static let maximumPending = 1_000

  /// Makes a state that has shown nothing, for what is due from an instant on.
  package init(from instant: Instant) {
    takenUntil = instant
  }

  /// The state where somebody else has shown all up to an instant; one in the future is a wrong
  /// clock's.
  package func knowing(shownUntil instant: Instant?, now: Instant) -> DesktopState {
    var state = self
    if let instant, instant <= now { state.takenUntil = max(takenUntil, instant) }
    return state
  }

  /// Whether a reminder was done already.
  package func isDone(_ reminder: DueReminder) -> Bool {
    reminder.isSilenced(by: done)
  }

  /// Whether a fire is a repeat of an alarm that was put off until later: who wants to be asked in an
  /// hour isn't asked in a minute.
  func isPutOff(_ reminder: DueReminder) -> Bool {
    reminder.repetition > 0
      && snoozed.contains { one in
        one.until > reminder.at
          && one.notification.reminders.contains {
            $0.origin.isOfSameSeries(as: reminder.origin)
              && $0.origin.occurrence == reminder.origin.occurrence
              && $0.origin.alarm == reminder.origin.alarm
          }
      }
  }

  /// Remembers a notification, and forgets the oldest where there are too many.
  ///
  /// - Parameters:
  ///   - notification: The notification.
  ///   - number: Its number, if it was listed before.
  mutating func add(_ notification: ShownNotification, number: Int? = nil) {
    var notification = notification
    // A person types it, so it is the smallest that is free.
    let used = Set(shown.map(\.number))
    notification.number = number ?? (1...).first { !used.contains($0) } ?? 0
    shown.append(notification)
    let waiting = shown.count { $0.outcome == nil }
    var tooMany = max(0, waiting - DesktopState.maximumPending)
    var tooOld = max(0, shown.count - waiting - DesktopState.listedCount)
    shown.removeAll { one in
      if one.outcome == nil {
        tooMany -= 1
        return tooMany >= 0
      }
      tooOld -= 1
      return tooOld >= 0
    }
  }

  /// Remembers that a notification is put off; an earlier time is replaced.
  ///
  /// - Returns: Whether there is room for it.
  package mutating func snooze(_ notification: ReminderNotification, until instant: Instant) -> Bool
  {
    snoozed.removeAll { $0.notification.identifier == notification.identifier }
    guard snoozed.count < DesktopState.maximumPending else { return false }
    var notification = notification
    notification.snoozes += 1
    snoozed.append(SnoozedNotification(notification: notification, until: instant))
    return true
  }

  /// Forgets snoozed reminders.
  ///
  /// - Parameter isGone: Whether the event of a reminder was deleted or moved.
  package mutating func dropSnoozed(where isGone: (DueReminder) -> Bool) {
    snoozed = snoozed.compactMap { one in
      one.notification.without(isGone)
        .map { SnoozedNotification(notification: $0, until: one.until) }
    }
  }

  /// Remembers that the reminders of a notification are done.
  package mutating func finish(_ notification: ReminderNotification, at now: Instant) {
    var marks: [DoneReminder] = []
    for reminder in notification.reminders {
      for origin in [reminder.origin] + reminder.twins {
        let mark = DoneReminder(origin, firedAt: reminder.at, at: now)
        done.removeAll { $0.isSame(as: mark) }
        marks.append(mark)
      }
    }
    done.removeAll { mark in mark.end.map { $0 < now } ?? false }
    done += marks
    done.removeFirst(max(0, done.count - HandledReminders.maximumCount))
    // What was put off before is done with it; what is put off afterwards is wanted all the same.
    snoozed = snoozed.compactMap { one in
      one.notification.without { $0.isSilenced(by: marks) }
        .map { SnoozedNotification(notification: $0, until: one.until) }
    }
  }
}

/// A notification that was put off.
package struct SnoozedNotification: Hashable, Codable, Sendable {
  /// What it is.
  package let notification: ReminderNotification
  /// When it comes back.
  package let until: Instant
}

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
