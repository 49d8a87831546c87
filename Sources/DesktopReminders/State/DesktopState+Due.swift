package import CivilTime
import NotificationTriggers

/// Taking what is due from the table.
extension DesktopState {
  /// How many come one by one; more are shown together.
  package static let maximumSingles = 3
  /// How far back is looked for what was missed, in seconds: a long holiday.
  package static let reach = 31 * 86_400

  /// Takes all that is due by now out of the table and of what was put off, and has it pending.
  package mutating func take(from table: DueTable, now: Instant) throws(DueTable.Fault) {
    // A clock that goes back by an hour at most is corrected, and what it had shown is not shown again;
    // by more it was wrong. What has woken this run is due now.
    if takenUntil > now + 3_600 { takenUntil = now - DueReminder.lateness }
    let settings = table.header.settings
    let start = max(takenUntil, now - DesktopState.reach)
    let due = start < now ? try table.reminders(after: start, through: now) : []
    let open = due.filter { !isDone($0) && !isPutOff($0) }
    takenUntil = max(takenUntil, now)
    let back = snoozed.filter { $0.until <= now }
    snoozed.removeAll { $0.until <= now }
    pending += back.map(\.notification)
    guard settings.command == nil else {
      let isWanted: (DueReminder) -> Bool = {
        settings.lateness != .skip || now - $0.at <= DueReminder.lateness
      }
      // Each is run, however many there are: there is no list that could stand for them.
      pending += open.filter(isWanted).map { ReminderNotification(.single, [$0]) }
      return
    }
    let late = DesktopState.firstOfEachOccurrence(
      open.filter { now - $0.at > DueReminder.lateness })
    switch settings.lateness {
    case .skip:
      for reminder in late.suffix(DesktopState.listedCount) {
        var notification = ShownNotification(ReminderNotification(.single, [reminder]), at: now)
        notification.outcome = .skipped
        add(notification)
      }
    case .summary:
      // What is still to come matters now.
      let isToCome: (DueReminder) -> Bool = { ($0.time?.start ?? $0.at) > now }
      add(DesktopState.joined(late.filter(isToCome), as: .missed))
      add(DesktopState.joined(late.filter { !isToCome($0) }, as: .missed))
    case .show: add(late.map { ReminderNotification(.single, [$0]) })
    }
    add(DesktopState.together(open.filter { now - $0.at <= DueReminder.lateness }, settings))
  }

  /// Of all alarms of an occurrence, and their repeats, that were missed the first.
  ///
  /// It says since when somebody was to be asked, and is done with all of them.
  private static func firstOfEachOccurrence(_ reminders: [DueReminder]) -> [DueReminder] {
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

  /// What is due in the same second, together where it is more than a few.
  private static func together(
    _ reminders: [DueReminder], _ settings: ShowSettings
  ) -> [ReminderNotification] {
    var notifications: [ReminderNotification] = []
    var rest = reminders[...]
    while let first = rest.first {
      let same = Array(rest.prefix { $0.at == first.at })
      rest = rest.dropFirst(same.count)
      notifications +=
        settings.isOneByOne
        ? same.map { ReminderNotification(.single, [$0]) } : joined(same, as: .several)
    }
    return notifications
  }

  /// Reminders as one notification where they are more than a few; a critical one stands alone, for
  /// it must not be lost in a list.
  static func joined(
    _ reminders: [DueReminder], as kind: ReminderNotification.Kind
  ) -> [ReminderNotification] {
    let crowd = reminders.filter { $0.level != .critical }
    guard crowd.count > maximumSingles else {
      return reminders.map { ReminderNotification(.single, [$0]) }
    }
    return reminders.filter { $0.level == .critical }.map { ReminderNotification(.single, [$0]) }
      // Of what was missed the last matters most.
      + [ReminderNotification(kind, kind == .missed ? crowd.reversed() : crowd)]
  }

  /// Has notifications pending; what there is no room for is one more.
  private mutating func add(_ notifications: [ReminderNotification]) {
    let room = max(0, DesktopState.maximumPending - pending.count)
    pending += notifications.prefix(room)
    let rest = notifications.dropFirst(room).flatMap(\.reminders)
    if !rest.isEmpty { pending.append(ReminderNotification(.missed, rest)) }
  }
}
