package import CivilTime
import ReminderOptions

/// A use of Done, with all that it changed in the state, so that it can be undone.
package struct FinishRecord: Hashable, Codable, Sendable {
  /// The reminders that were marked, at most ``ReminderNotification/maximumReminders``.
  package let reminders: [DueReminder]
  /// When they were marked.
  package let at: Instant
  /// The new marks.
  let marks: [DoneReminder]
  /// The marks that were replaced.
  let replaced: [DoneReminder]
  /// The shown notifications before their outcome was changed.
  let shown: [ShownNotification]
  /// The marked reminders of the notifications on the screen that have others left; nil in an older
  /// state.
  let parts: [ReminderNotification]?
  /// The waiting notifications that lost reminders.
  let pending: [Shortened]
  /// The snoozed notifications that lost reminders.
  let snoozed: [Shortened]
  /// The reminders that became due afterwards, and were silent; at most ``maximumMissed``.
  var missed: [DueReminder] = []

  /// The most uses of Done that can be undone.
  package static let maximumCount = 10
  /// The most reminders that became due after Done and are kept.
  private static let maximumMissed = 16

  /// Whether another reminder that became due can be kept.
  var hasRoom: Bool { missed.count < FinishRecord.maximumMissed }

  /// A notification that lost reminders.
  struct Shortened: Hashable, Codable {
    let before: ReminderNotification
    /// The time at which a snoozed notification comes back.
    let until: Instant?
    /// The identifier of the notification without these reminders; nil if none was left.
    let rest: String?

    init(_ before: ReminderNotification, until: Instant? = nil, without marks: [DoneReminder]) {
      self.before = before
      self.until = until
      rest = before.without { $0.isSilenced(by: marks) }?.identifier
    }

    /// Returns the notification with the reminders that it lost; nil if all are done by now.
    ///
    /// If the rest is no longer among `identifiers`, it was shown, and only the lost reminders
    /// return.
    func restored(
      _ identifiers: [String], marks: [DoneReminder], isDone: (DueReminder) -> Bool
    ) -> ReminderNotification? {
      let isWhole = rest.map(identifiers.contains) ?? true
      return before.without { isDone($0) || !isWhole && !$0.isSilenced(by: marks) }
    }
  }

  /// All reminders that it can bring back.
  var all: [DueReminder] {
    let notifications =
      shown.filter(\.isOnScreen).map(\.notification) + (parts ?? [])
      + (pending + snoozed).map(\.before)
    return reminders + missed + notifications.flatMap(\.reminders)
  }

  /// Whether it marked the reminders of a shown notification.
  func answered(_ notification: ShownNotification) -> Bool {
    shown.contains {
      $0.number == notification.number
        && $0.notification.identifier == notification.notification.identifier
    }
  }
}

/// Done, and its reversal.
extension DesktopState {
  /// Records that the reminders of a notification are done.
  ///
  /// - Parameters:
  ///   - notification: The notification.
  ///   - number: Its number on the command line, whose outcome becomes ``ShownNotification/Outcome/done``;
  ///     nil for none.
  ///   - now: When the user marked it.
  package mutating func finish(
    _ notification: ReminderNotification, number: Int? = nil, at now: Instant
  ) {
    // A second Done changes nothing.
    if let number, let one = lastShown(number: number), one.outcome == .done,
      notification.reminders.allSatisfy(isDone)
    {
      return
    }
    finish(notification.reminders, at: now, everyAlarm: false, number: number)
  }

  /// Records that an occurrence is done, which can be before one of its reminders is due.
  ///
  /// Its other reminders are silent, too, and those that were shown are answered.
  package mutating func finishOccurrence(of reminder: DueReminder, at now: Instant) {
    finish([reminder], at: now, everyAlarm: true, number: nil)
  }

  /// Marks reminders, answers the notification with a number, and those of which no reminder is
  /// left: on the screen, or with `everyAlarm`, also those that are gone from it.
  private mutating func finish(
    _ reminders: [DueReminder], at now: Instant, everyAlarm: Bool, number: Int?
  ) {
    var marks: [DoneReminder] = []
    var replaced: [DoneReminder] = []
    for reminder in reminders {
      for origin in [reminder.origin] + reminder.twins {
        let mark = DoneReminder(origin, firedAt: reminder.at, at: now, everyAlarm: everyAlarm)
        let isReplaced: (DoneReminder) -> Bool = {
          $0.isSame(as: mark) && (everyAlarm || $0.everyAlarm != true)
        }
        replaced += done.filter(isReplaced)
        done.removeAll(where: isReplaced)
        marks.append(mark)
      }
    }
    done.removeAll { mark in mark.end.map { $0 < now } ?? false }
    done += marks
    done.removeFirst(max(0, done.count - HandledReminders.maximumCount))
    let isMarked: (ReminderNotification) -> Bool = {
      $0.reminders.contains { $0.isSilenced(by: marks) }
    }
    let marked = shown.indices.filter { place in
      let one = shown[place]
      guard one.isOnScreen || everyAlarm && one.outcome != .done && one.outcome != .replaced else {
        return false
      }
      return one.notification.kind != .silenced && isMarked(one.notification)
    }
    // The last of several uses of Done answers a group.
    let answered = shown.indices.filter { place in
      shown[place].number == number
        || marked.contains(place) && shown[place].notification.reminders.allSatisfy(isDone)
    }
    let parts = marked.filter { shown[$0].isOnScreen && !answered.contains($0) }.compactMap {
      shown[$0].notification.without { !$0.isSilenced(by: marks) }
    }
    let record = FinishRecord(
      reminders: reminders, at: now, marks: marks, replaced: replaced,
      shown: answered.map { shown[$0] }, parts: parts,
      pending: pending.filter(isMarked).map { FinishRecord.Shortened($0, without: marks) },
      snoozed: snoozed.filter { isMarked($0.notification) }
        .map { FinishRecord.Shortened($0.notification, until: $0.until, without: marks) })
    finished = ((finished ?? []) + [record]).suffix(FinishRecord.maximumCount)
    for place in answered { shown[place].outcome = .done }
    pending = pending.compactMap { $0.without { $0.isSilenced(by: marks) } }
    // Done also ends an earlier snooze. One that follows later stays.
    dropSnoozed { $0.isSilenced(by: marks) }
  }

  /// Adds reminders that became due after Done, and were silent, to the record of the latest Done
  /// that silenced them.
  mutating func keepForUndo(_ reminders: [DueReminder]) {
    for reminder in reminders {
      guard
        let place = finished?.lastIndex(where: { reminder.isSilenced(by: $0.marks) }),
        finished?[place].hasRoom == true
      else { continue }
      finished?[place].missed.append(reminder)
    }
  }

  /// Returns the last use of Done that can be undone; with a number, the one that marked the
  /// notification with this number on the command line.
  package func lastFinished(number: Int?) -> FinishRecord? {
    guard let number else { return finished?.last }
    guard let one = shown.last(where: { $0.number == number }) else { return nil }
    return finished?.last { $0.answered(one) }
  }

  /// Undoes a use of Done; false if the state doesn't have it any more.
  ///
  /// The marks end, a snooze goes on, and notifications that were on the screen or waited become
  /// pending. So do reminders that became due meanwhile.
  package mutating func undo(_ record: FinishRecord, at now: Instant) -> Bool {
    guard let place = finished?.lastIndex(where: { $0.at == record.at && $0.marks == record.marks })
    else { return false }
    let record = finished?.remove(at: place) ?? record
    for mark in record.marks {
      if let place = done.lastIndex(of: mark) { done.remove(at: place) }
    }
    done += record.replaced
    for one in record.shown {
      let place = shown.lastIndex {
        $0.number == one.number && $0.notification.identifier == one.notification.identifier
      }
      guard let place, shown[place].outcome == .done else { continue }
      // The server has closed a notification that was on the screen.
      if one.isOnScreen { shown.remove(at: place) } else { shown[place].outcome = one.outcome }
    }
    // Other uses of Done answered other reminders of a group.
    let closed = (record.shown.filter(\.isOnScreen).map(\.notification) + (record.parts ?? []))
      .compactMap { $0.without { isDone($0) || !$0.isSilenced(by: record.marks) } }
    var lost: [(notification: ReminderNotification, until: Instant?)] = closed.map { ($0, nil) }
    for one in record.pending {
      let whole = one.restored(pending.map(\.identifier), marks: record.marks, isDone: isDone)
      guard let whole else { continue }
      pending.removeAll { $0.identifier == one.rest }
      lost.append((whole, nil))
    }
    for one in record.snoozed {
      let known = snoozed.map(\.notification.identifier)
      guard let whole = one.restored(known, marks: record.marks, isDone: isDone) else { continue }
      snoozed.removeAll { $0.notification.identifier == one.rest }
      lost.append((whole, one.until))
    }
    // A reminder that is on the screen, waits or is snoozed by now stays as it is.
    var known = Set(open.flatMap(\.reminders).map(\.identifier))
    for (notification, until) in lost {
      guard let rest = notification.without({ known.contains($0.identifier) }) else { continue }
      known.formUnion(rest.reminders.map(\.identifier))
      if let until {
        snoozed.append(SnoozedNotification(notification: rest, until: until))
      } else {
        add([rest])
      }
    }
    returnSnoozed(at: now)
    let origins = Set(open.flatMap(\.reminders).map(\.origin.ofAnyAlarm))
    let missed = DesktopState.firstOfEachOccurrence(
      record.missed.filter { !isDone($0) && !origins.contains($0.origin.ofAnyAlarm) })
    add(missed.map { ReminderNotification(.single, of: [$0]) })
    return true
  }

  /// The notifications on the screen, the waiting and the snoozed ones.
  private var open: [ReminderNotification] {
    shown.filter(\.isOnScreen).map(\.notification) + pending + snoozed.map(\.notification)
  }
}
