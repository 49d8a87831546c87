import TextSafety

/// The two units of one reminder text: when it is due, and what is shown.
package struct ReminderUnits: Hashable, Sendable {
  /// The timer.
  package let timer: UnitFile
  /// The service that the timer starts; timers with the same text share it.
  package let service: UnitFile

  /// Makes the units of a notification.
  ///
  /// Their names come from their content, so that a file never changes under a running timer:
  /// after a change systemd would fire what lies between the last firing and the reload. The
  /// service's name is that of its text alone: two timers of one service that elapse in the same
  /// second start it once.
  ///
  /// - Parameters:
  ///   - notification: What is shown.
  ///   - expressions: When it is due: the timer's lines, in the order in which they are written.
  ///   - isPersistent: Whether a firing that was missed is made up for at the next start.
  ///   - installation: Whose units they are.
  package init(
    _ notification: DesktopNotification, at expressions: [CalendarExpression],
    isPersistent: Bool = false, of installation: InstallationName = .unnamed
  ) {
    service = UnitFile(
      title: notification.summary,
      sections: ReminderUnits.service(notification, isPersistent: isPersistent), .service,
      of: installation)
    timer = UnitFile(
      title: notification.summary,
      sections: ReminderUnits.timer(
        notification, of: service.unit, at: expressions, isPersistent: isPersistent,
        installation.target), .timer, of: installation)
  }

  private static func timer(
    _ notification: DesktopNotification, of service: UnitName,
    at expressions: [CalendarExpression], isPersistent: Bool, _ target: UnitName
  ) -> [UnitSection] {
    var lines: [(UnitSection.Key, UnitValue)] = expressions.map { (.onCalendar, .expression($0)) }
    // The default of a minute delays, and merges what falls into it.
    lines.append((.accuracy, .constant("1us")))
    if isPersistent { lines.append((.persistent, .constant("yes"))) }
    lines.append((.unit, .unit(service)))
    return [
      UnitSection(
        .unit,
        [
          (.description, .quotation("Reminder", VisibleText(notification.summary))),
          (.partOf, .unit(target)), (.startLimitInterval, .constant("0")),
        ]),
      UnitSection(.timer, lines),
    ]
  }

  private static func service(
    _ notification: DesktopNotification, isPersistent: Bool
  ) -> [UnitSection] {
    var lines: [(UnitSection.Key, UnitValue)] = [
      (.type, .constant("oneshot")), (.execStart, notification.command),
    ]
    if isPersistent {
      // What was missed is shown as the session starts, often before anything can show it.
      lines += [(.restart, .constant("on-failure")), (.restartDelay, .constant("30"))]
    }
    return [
      UnitSection(
        .unit,
        [
          (.description, .quotation("Notification", VisibleText(notification.summary))),
          // Without it the sixth reminder within ten seconds is lost.
          (.startLimitInterval, .constant("0")),
        ]),
      UnitSection(.service, lines),
    ]
  }
}

extension UnitFile {
  /// Renders sections into a file that is named after them.
  fileprivate init(
    title: String, sections: [UnitSection], _ kind: UnitName.Kind, of installation: InstallationName
  ) {
    let unnamed = UnitFile(name: UnitName("", kind), sections: sections)
    self.init(
      name: UnitName(title: title, content: unnamed.text, kind, of: installation),
      sections: sections)
  }

  /// A timer that says nothing, and wakes what shows reminders.
  ///
  /// - Parameters:
  ///   - title: What is due, for lists.
  ///   - expressions: When: the timer's lines, in the order in which they are written.
  ///   - installation: Whose timer it is.
  /// - Returns: The timer, named after its content.
  package static func waker(
    title: String, at expressions: [CalendarExpression],
    in installation: InstallationName = .unnamed
  ) -> UnitFile {
    var lines: [(UnitSection.Key, UnitValue)] = expressions.map { (.onCalendar, .expression($0)) }
    lines += [(.accuracy, .constant("1us")), (.unit, .unit(installation.showService))]
    return UnitFile(
      title: title,
      sections: [
        UnitSection(
          .unit,
          [
            (.description, .quotation("Reminder", VisibleText(title))),
            (.partOf, .unit(installation.target)), (.startLimitInterval, .constant("0")),
          ]),
        UnitSection(.timer, lines),
      ], .timer, of: installation)
  }

  /// The target that starts and stops all timers.
  ///
  /// It wants each of them, so that only the target needs enabling. It is the one unit that
  /// changes with the reminders: a target fires nothing.
  ///
  /// - Parameters:
  ///   - units: The names of the timers, and of what is started with them.
  ///   - installation: Whose target it is.
  /// - Returns: The target.
  package static func target(
    of units: [UnitName], in installation: InstallationName = .unnamed
  ) -> UnitFile {
    UnitFile(
      name: installation.target,
      sections: [
        UnitSection(
          .unit,
          [(.description, .constant("Reminders from calendars"))]
            + units.map { (.wants, .unit($0)) }),
        UnitSection(.install, [(.wantedBy, .constant("timers.target"))]),
      ])
  }
}
