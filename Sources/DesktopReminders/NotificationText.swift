package import CivilTime
import ReminderExpansion
package import ReminderOptions
import ReminderPlans
import SystemdTimers

/// The texts of a notification at the time it is seen.
package struct NotificationText {
  private let zone: Zone
  private let zones: ZoneDatabase
  private let when: WhenPhrase
  private let phrases: DesktopPhrase

  package init(_ language: ReminderLanguage, in zone: Zone, zones: ZoneDatabase) {
    self.zone = zone
    self.zones = zones
    let formatter = WordFormatter.formatter(in: language)
    when = WhenPhrase(formatter)
    phrases = DesktopPhrase(formatter)
  }

  /// Returns the first line of a notification, cut if it is too long.
  package func title(of notification: ReminderNotification) -> String {
    switch notification.kind {
    case .single: DesktopTitle(notification.reminders[0].title).shown
    case .several: phrases.several(notification.count)
    case .missed: phrases.missed(notification.count)
    case .silenced: phrases.silenced(notification.count)
    }
  }

  /// Returns the buttons of a notification with their labels, the most used first: some desktops
  /// show only two or three.
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

  /// The lines below the title.
  ///
  /// - Parameters:
  ///   - notification: The notification.
  ///   - now: The time at which it is seen.
  ///   - isBelowWholeTitle: Whether the reader has the whole title, as a program has. Otherwise the
  ///     body repeats a title that ``title(of:)`` cuts.
  /// - Returns: The lines, which can be empty.
  package func body(
    of notification: ReminderNotification, seenAt now: Instant, isBelowWholeTitle: Bool = false
  ) -> String {
    guard notification.kind != .single else {
      return body(
        of: notification.reminders[0], seenAt: now, isSnoozed: notification.snoozes > 0,
        isBelowWholeTitle: isBelowWholeTitle)
    }
    // Keep the notification short: the last line counts the reminders left out.
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
    // A snoozed reminder isn't late: the user chose its time.
    if isLate, !isSnoozed { lines.append(phrases.wasDue(reminder.at, seenAt: now, in: zone)) }
    // `now` can be some milliseconds after the fire date, but the text is written for the fire
    // date.
    if let moment = moment(of: reminder, seenAt: isLate || isSnoozed ? now : reminder.at) {
      lines.append(when.seen(moment))
    }
    lines.append(reminder.place)
    if !isBelowWholeTitle { lines.append(DesktopTitle(reminder.title).whole) }
    lines.append(reminder.body)
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Returns a reminder as a line of a list: `14:00 Stand-up`, with the day if it isn't today.
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
