package import CivilTime
package import ReminderCompiler
import SystemdTimers

/// What a notification says, to somebody who sees it at an instant.
package struct NotificationWords {
  private let zone: Zone
  private let zones: ZoneDatabase
  private let when: WhenPhrase
  private let phrases: DesktopPhrase

  /// Makes words for a machine in a zone; the times of events are written in others.
  package init(_ language: ReminderLanguage, in zone: Zone, zones: ZoneDatabase) {
    self.zone = zone
    self.zones = zones
    let formatter = WordFormatter(language)
    when = WhenPhrase(formatter)
    phrases = DesktopPhrase(formatter)
  }

  /// The first line of a notification, cut if it is long.
  package func title(of notification: ReminderNotification) -> String {
    switch notification.kind {
    case .single: DesktopTitle(notification.reminders[0].title).shown
    case .several: phrases.several(notification.count)
    case .missed: phrases.missed(notification.count)
    }
  }

  /// The buttons of a notification with their labels: two or three are all that some desktops show,
  /// so what is pressed most comes first.
  package func buttons(
    of notification: ReminderNotification, _ settings: ShowSettings
  ) -> [(button: NotificationButton, label: String)] {
    var buttons: [(button: NotificationButton, label: String)] = []
    if let link = notification.link {
      buttons.append((.open, link.isMeeting ? when.wording.join : when.wording.open))
    }
    buttons.append((.done, when.wording.done))
    return buttons
      + settings.snoozes.all.map { choice in
        (button: NotificationButton.snooze(choice), label: choice.label(in: phrases))
      }
  }

  /// What stands below it; lines.
  ///
  /// - Parameters:
  ///   - notification: The notification.
  ///   - now: When it is seen.
  ///   - isBelowWholeTitle: Whether the reader has the whole title, as a program has. Otherwise the
  ///     body repeats a title that ``title(of:)`` cuts.
  /// - Returns: The lines; empty for none.
  package func body(
    of notification: ReminderNotification, seenAt now: Instant, isBelowWholeTitle: Bool = false
  ) -> String {
    guard notification.kind != .single else {
      return body(
        of: notification.reminders[0], seenAt: now, isSnoozed: notification.snoozes > 0,
        isBelowWholeTitle: isBelowWholeTitle)
    }
    // A notification is no page: where there are more, the last line says how many.
    let lineCount = 8
    let listed = notification.reminders.prefix(
      notification.count > lineCount ? lineCount - 1 : lineCount)
    var lines = listed.sorted { $0.at < $1.at }.map { line(of: $0, seenAt: now) }
    if notification.count > listed.count {
      lines.append(phrases.more(notification.count - listed.count))
    }
    return lines.joined(separator: "\n")
  }

  /// The lines below a reminder's title: its lateness, time and place, the whole title if it was
  /// cut, and its own text.
  package func body(
    of reminder: DueReminder, seenAt now: Instant, isSnoozed: Bool = false,
    isBelowWholeTitle: Bool = false
  ) -> String {
    let isLate = now - reminder.at > DueReminder.lateness
    var lines: [String] = []
    // What was put off comes when somebody wanted it to.
    if isLate, !isSnoozed { lines.append(phrases.wasDue(reminder.at, seenAt: now, in: zone)) }
    // The clock is some milliseconds past the second for which the words are.
    if let moment = moment(of: reminder, seenAt: isLate || isSnoozed ? now : reminder.at) {
      lines.append(when.seen(moment))
    }
    lines.append(reminder.place)
    if !isBelowWholeTitle { lines.append(DesktopTitle(reminder.title).whole) }
    lines.append(reminder.body)
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// A reminder as a line of a list: `14:00 Stand-up`, with the day where it is another one.
  private func line(of reminder: DueReminder, seenAt now: Instant) -> String {
    let moment = moment(of: reminder, seenAt: now)
    let time =
      moment.map { when.seen($0, withLead: false) } ?? ""
    return [time, DesktopTitle(reminder.title).shown].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func moment(of reminder: DueReminder, seenAt now: Instant) -> Moment? {
    reminder.time.map { time in
      Moment(
        time.kind, fire: now, start: time.start, end: time.end, deviceZone: zone,
        ownZone: time.zone.flatMap { $0 == zone.identifier ? zone : zones.zone(named: $0) })
    }
  }
}
