import TextSafety

/// The two units of a reminder: the timer and the service that shows the notification.
package struct ReminderUnits: Hashable, Sendable {
  /// The timer.
  package let timer: UnitFile
  /// The service that the timer starts; timers with the same notification share it.
  package let service: UnitFile

  /// Makes the units of a notification.
  ///
  /// Their names depend on their content, so that a file never changes under a running timer. After
  /// a change, systemd would fire all elapses between the last firing and the reload. The name of
  /// the service depends only on the notification. Two timers with the same service that elapse in
  /// the same second start it once.
  ///
  /// - Parameters:
  ///   - notification: The notification.
  ///   - expressions: The timer's lines, in the order of the file.
  ///   - isPersistent: Whether the timer fires at its next start if it missed a firing.
  ///   - installation: The installation of the units.
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
    // The default accuracy of one minute would delay firings and merge those within it.
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
      // Missed reminders fire at the start of the session, often before a notification can be
      // shown.
      lines += [(.restart, .constant("on-failure")), (.restartDelay, .constant("30"))]
    }
    return [
      UnitSection(
        .unit,
        [
          (.description, .quotation("Notification", VisibleText(notification.summary))),
          // With the default limit, the sixth reminder within ten seconds is lost.
          (.startLimitInterval, .constant("0")),
        ]),
      UnitSection(.service, lines),
    ]
  }
}

extension UnitFile {
  /// Makes a unit file whose name depends on its content.
  fileprivate init(
    title: String, sections: [UnitSection], _ kind: UnitName.Kind, of installation: InstallationName
  ) {
    let unnamed = UnitFile(name: UnitName("", kind), sections: sections)
    self.init(
      name: UnitName(title: title, content: unnamed.text, kind, of: installation),
      sections: sections)
  }

  /// Makes a timer that starts the service for due reminders.
  ///
  /// - Parameters:
  ///   - title: The title of the reminder, for lists of timers.
  ///   - expressions: The timer's lines, in the order of the file.
  ///   - installation: The installation of the timer.
  /// - Returns: The timer, whose name depends on its content.
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

  /// Makes the target that starts and stops all timers.
  ///
  /// It wants each timer, so only the target must be enabled. It is the only unit whose content
  /// changes with the reminders; this is safe because a target does not fire.
  ///
  /// - Parameters:
  ///   - units: The names of the timers and of the other units that start with them.
  ///   - installation: The installation of the target.
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
