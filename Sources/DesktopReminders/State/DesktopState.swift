package import CivilTime
import ReminderOptions

/// The state of an installation: the only file that changes between renewals.
package struct DesktopState: Hashable, Codable, Sendable {
  /// The version of the format; others are rejected.
  package private(set) var version = DesktopState.version
  /// All fires up to this instant have been taken from the table.
  package var takenUntil: Instant
  /// The due notifications that aren't on the screen yet.
  package var pending: [ReminderNotification] = []
  /// The notifications that were shown, the oldest first.
  package internal(set) var shown: [ShownNotification] = []
  /// The snoozed notifications.
  package internal(set) var snoozed: [SnoozedNotification] = []
  /// The reminders that the user marked as done.
  package internal(set) var done: [DoneReminder] = []
  /// The last uses of Done, the oldest first; nil in an older state.
  package internal(set) var finished: [FinishRecord]?

  /// The identifiers of ``waitingReminders`` whose events the last renewal didn't find, sorted; nil
  /// if it found all.
  package internal(set) var gone: [String]?

  /// The version of the format.
  package static let version = 3

  /// The number of answered notifications that are kept for `status`.
  package static let listedCount = 10
  /// The most notifications that are pending, that wait for an answer, or that are snoozed.
  package static let maximumPending = 1_000
  /// The most reminders of the notifications that are pending, that wait for an answer, or that are
  /// snoozed.
  package static let maximumReminders = 16_000

  /// Makes a state that has shown nothing, for fires after `instant`.
  package init(from instant: Instant) {
    takenUntil = instant
  }

  /// Returns the state after another process has shown everything up to an instant.
  ///
  /// A future instant is ignored: it was recorded by a wrong clock.
  package func knowing(shownUntil instant: Instant?, now: Instant) -> DesktopState {
    var state = self
    if let instant, instant <= now { state.takenUntil = max(takenUntil, instant) }
    return state
  }

  /// Whether the user marked a reminder as done.
  package func isDone(_ reminder: DueReminder) -> Bool {
    reminder.isSilenced(by: done)
  }

  /// Whether a fire is a repeat of an alarm that is snoozed beyond it.
  func isPutOff(_ reminder: DueReminder) -> Bool { snoozed.contains { $0.putsOff(reminder) } }

  /// Adds a notification under `number` or a new one, and removes the oldest beyond the limits.
  mutating func add(_ notification: ShownNotification, number: Int? = nil) {
    var notification = notification
    // The user types this number, so the smallest unused one is taken.
    let used = Set(shown.map(\.number))
    notification.number = number ?? (1...).first { !used.contains($0) } ?? 0
    shown.append(notification)
    let waiting = shown.count { $0.outcome == nil }
    let latest = shown.reversed().lazy.filter { $0.outcome == nil }.map(\.notification)
    var tooMany = waiting - DesktopState.room(for: latest)
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

  /// Returns how many of the first notifications the limits allow, besides others.
  static func room(
    for notifications: some Sequence<ReminderNotification>,
    besides others: [ReminderNotification] = []
  ) -> Int {
    var left = maximumReminders - others.reduce(0) { $0 + $1.reminders.count }
    var room = 0
    for notification in notifications {
      left -= notification.reminders.count
      guard left >= 0, others.count + room < maximumPending else { break }
      room += 1
    }
    return room
  }

  /// Snoozes a notification, or changes the time of a snoozed one; false if too many are snoozed.
  ///
  /// Repeats that wait or are on the screen end.
  package mutating func snooze(_ notification: ReminderNotification, until instant: Instant) -> Bool
  {
    snoozed.removeAll { $0.notification.identifier == notification.identifier }
    guard DesktopState.room(for: [notification], besides: snoozed.map(\.notification)) > 0 else {
      return false
    }
    var notification = notification
    notification.snoozes += 1
    let one = SnoozedNotification(notification: notification, until: instant)
    snoozed.append(one)
    pending.removeAll { $0.identifier == notification.identifier }
    pending = pending.compactMap { $0.without(one.putsOff) }
    for place in shown.indices where shown[place].isOnScreen {
      if shown[place].notification.reminders.allSatisfy(one.putsOff) {
        shown[place].outcome = .snoozed
      }
    }
    return true
  }

  /// Removes reminders from the snoozed notifications, such as those of deleted or moved events.
  package mutating func dropSnoozed(where isGone: (DueReminder) -> Bool) {
    snoozed = snoozed.compactMap { one in
      one.notification.without(isGone)
        .map { SnoozedNotification(notification: $0, until: one.until) }
    }
  }
}

/// A snoozed notification.
package struct SnoozedNotification: Hashable, Codable, Sendable {
  /// The notification, with its raised number of snoozes.
  package let notification: ReminderNotification
  /// The time at which it comes back.
  package let until: Instant

  /// Whether a fire is a repeat of one of its alarms before that time.
  func putsOff(_ reminder: DueReminder) -> Bool {
    reminder.repetition > 0 && until > reminder.at
      && ([reminder.origin] + reminder.twins).allSatisfy { origin in
        notification.reminders.contains {
          ([$0.origin] + $0.twins).contains { $0.isSameAlarm(as: origin) }
        }
      }
  }
}

/// A reminder that the user marked as done, which silences its further fires.
///
/// It has the start of the occurrence, so a moved occurrence fires again.
package struct DoneReminder: Hashable, Codable, Sendable {
  /// The alarm and occurrence that are done.
  package let origin: DueReminder.Origin
  /// The last instant at which fires are silenced; nil for a to-do, which stays done.
  package let end: Instant?
  /// Whether all alarms of the occurrence are silenced; nil in an older state, which means no.
  package let everyAlarm: Bool?

  /// The time for which an event's alarm is silenced, in seconds: longer than its repeats last.
  private static let eventLength = 400 * 86_400
  /// The time for which an alarm without an occurrence is silenced, in seconds: a day.
  ///
  /// A later alarm with the same index would be silenced too.
  private static let absoluteLength = 86_400

  init(
    _ origin: DueReminder.Origin, firedAt fire: Instant, at now: Instant, everyAlarm: Bool = false
  ) {
    self.origin = origin
    end =
      origin.occurrence == nil
      ? max(now, fire) + DoneReminder.absoluteLength
      : origin.isToDo ? nil : max(now, fire) + DoneReminder.eventLength
    self.everyAlarm = everyAlarm ? true : nil
  }

  /// Whether a fire is silenced: for an event, the same alarm of the same occurrence; for a to-do
  /// and with ``everyAlarm``, every alarm of the same occurrence.
  func silences(_ other: DueReminder.Origin, at instant: Instant) -> Bool {
    guard origin.occurrence == other.occurrence, end.map({ instant <= $0 }) ?? true else {
      return false
    }
    let isOfEveryAlarm =
      origin.occurrence != nil && (everyAlarm == true || (origin.isToDo && other.isToDo))
    // Texts are compared last: a list has thousands of reminders.
    return (isOfEveryAlarm || origin.alarm == other.alarm) && origin.isOfSameSeries(as: other)
  }

  func isSame(as other: DoneReminder) -> Bool { origin.isSameAlarm(as: other.origin) }
}

extension DueReminder {
  /// Whether its own alarm and all ``twins`` are silenced.
  func isSilenced(by marks: [DoneReminder]) -> Bool {
    ([origin] + twins).allSatisfy { origin in
      marks.contains { $0.silences(origin, at: at) }
    }
  }
}
