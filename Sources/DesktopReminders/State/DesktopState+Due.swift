package import CivilTime
import NotificationTriggers

/// Taking due reminders from the table.
extension DesktopState {
  /// The most reminders shown one by one; more are combined.
  package static let maximumSingles = 3
  /// The time for which missed reminders are looked up, in seconds: a long holiday.
  package static let reach = 31 * 86_400

  /// Moves the due reminders of the table, and the due snoozed ones, to ``pending``.
  package mutating func take(from table: DueTable, now: Instant) throws(DueTable.FormatError) {
    // If the clock goes back by at most an hour, it was corrected, and nothing is shown twice. If
    // by more, it was wrong before. The fires that started this run are due now.
    if takenUntil > now + 3_600 { takenUntil = now - DueReminder.lateness }
    let settings = table.header.settings
    let start = max(takenUntil, now - DesktopState.reach)
    let due = start < now ? try table.reminders(after: start, through: now) : []
    let open = due.filter { !isDone($0) && !isPutOff($0) }
    keepForUndo(due.filter { isDone($0) && !isPutOff($0) })
    takenUntil = max(takenUntil, now)
    returnSnoozed(at: now)
    guard settings.command == nil else {
      let isWanted: (DueReminder) -> Bool = {
        settings.lateness != .skip || now - $0.at <= DueReminder.lateness
      }
      // The command runs for each reminder: unlike a notification, it can't be given a list.
      pending += open.filter(isWanted).map { ReminderNotification(.single, of: [$0]) }
      return
    }
    let late = DesktopState.firstOfEachOccurrence(
      open.filter { now - $0.at > DueReminder.lateness })
    switch settings.lateness {
    case .skip:
      for reminder in late.suffix(DesktopState.listedCount) {
        var notification = ShownNotification(ReminderNotification(.single, of: [reminder]), at: now)
        notification.outcome = .skipped
        add(notification)
      }
    case .summary:
      // Missed reminders of events still to come are more important, so they are first.
      let isToCome: (DueReminder) -> Bool = { ($0.time?.start ?? $0.at) > now }
      add(DesktopState.joined(late.filter(isToCome), as: .missed))
      add(DesktopState.joined(late.filter { !isToCome($0) }, as: .missed))
    case .show: add(late.map { ReminderNotification(.single, of: [$0]) })
    }
    let fresh = open.filter { now - $0.at <= DueReminder.lateness }
    add(DesktopState.together(fresh, settings: settings))
  }

  /// Moves the snoozed notifications that are due to ``pending``.
  mutating func returnSnoozed(at now: Instant) {
    let back = snoozed.filter { $0.until <= now }
    snoozed.removeAll { $0.until <= now }
    pending += back.map { one in
      var notification = one.notification
      notification.reappearedAt = one.until
      return notification
    }
  }

  /// Replaces the lists of what pauses silence, which reappear like snoozed notifications.
  ///
  /// A list that the user has snoozed stays. Reminders that were shown before the pause was made are
  /// left out.
  ///
  /// - Parameter pauses: The fires that pauses silence, ascending, and when to show them.
  package mutating func setSilenced(_ pauses: [(shownAt: Instant, reminders: [DueReminder])]) {
    snoozed.removeAll { $0.notification.kind == .silenced && $0.notification.snoozes == 0 }
    let known = (shown.map(\.notification) + pending)
      .filter { $0.kind != .silenced }.flatMap(\.reminders).map(\.identifier)
    let rung = Set(known)
    for (instant, reminders) in pauses where snoozed.count < DesktopState.maximumPending {
      let open = DesktopState.firstOfEachOccurrence(
        reminders.filter { !isDone($0) && !rung.contains($0.identifier) })
      guard !open.isEmpty else { continue }
      snoozed.append(
        SnoozedNotification(
          notification: ReminderNotification(.silenced, of: open.reversed()), until: instant))
    }
  }

  /// Returns the first missed fire of each occurrence, with the occurrence's other fires as
  /// ``DueReminder/twins``.
  ///
  /// The first fire shows how long the reminder has been due. Done applies to all fires.
  static func firstOfEachOccurrence(_ reminders: [DueReminder]) -> [DueReminder] {
    var places: [DueReminder.Origin: Int] = [:]
    var first: [DueReminder] = []
    for reminder in reminders {
      if let place = places[reminder.origin.ofAnyAlarm] {
        first[place].join(reminder)
      } else {
        places[reminder.origin.ofAnyAlarm] = first.count
        first.append(reminder)
      }
    }
    return first
  }

  /// Combines reminders that are due in the same second, if they are more than ``maximumSingles``.
  private static func together(
    _ reminders: [DueReminder], settings: ShowSettings
  ) -> [ReminderNotification] {
    var notifications: [ReminderNotification] = []
    var rest = reminders[...]
    while let first = rest.first {
      let same = Array(rest.prefix { $0.at == first.at })
      rest = rest.dropFirst(same.count)
      notifications +=
        settings.isOneByOne
        ? same.map { ReminderNotification(.single, of: [$0]) } : joined(same, as: .several)
    }
    return notifications
  }

  /// Combines more than ``maximumSingles`` reminders into one notification, except critical ones.
  static func joined(
    _ reminders: [DueReminder], as kind: ReminderNotification.Kind
  ) -> [ReminderNotification] {
    let crowd = reminders.filter { $0.level != .critical }
    guard crowd.count > maximumSingles else {
      return reminders.map { ReminderNotification(.single, of: [$0]) }
    }
    return reminders.filter { $0.level == .critical }.map {
      ReminderNotification(.single, of: [$0])
    }
      // Of missed reminders, the latest matter most.
      + [ReminderNotification(kind, of: kind == .missed ? crowd.reversed() : crowd)]
  }

  /// Adds notifications to ``pending``; the reminders of those beyond the limit become one more.
  mutating func add(_ notifications: [ReminderNotification]) {
    let room = DesktopState.room(for: notifications, besides: pending)
    pending += notifications.prefix(room)
    let rest = notifications.dropFirst(room).flatMap(\.reminders)
    if !rest.isEmpty { pending.append(ReminderNotification(.missed, of: rest)) }
  }
}
