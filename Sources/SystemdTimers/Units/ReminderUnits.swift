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
    let summary = notification.summary
    service = UnitFile(
      title: summary, of: installation,
      unit: [
        (.description, .quotation("Notification", VisibleText(summary))),
        // With the default limit, the sixth reminder within ten seconds is lost.
        (.startLimitInterval, .constant("0")),
      ],
      service: [(.type, .constant("oneshot")), (.execStart, notification.command)]
        // Missed reminders fire at the start of the session, often before a notification can be
        // shown.
        + (isPersistent
          ? [(.restart, .constant("on-failure")), (.restartDelay, .constant("30"))] : []))
    var lines: [(UnitDirective, UnitValue)] = expressions.map { (.onCalendar, .expression($0)) }
    // The default accuracy of one minute would delay firings and merge those within it.
    lines.append((.accuracy, .constant("1us")))
    if isPersistent { lines.append((.persistent, .constant("yes"))) }
    lines.append((.unit, .unit(service.unit)))
    timer = UnitFile(timerOf: summary, of: installation, lines)
  }
}

extension UnitFile {
  /// Makes a timer or a service whose name depends on its content.
  fileprivate init(
    title: String, of installation: InstallationName, unit: [(UnitDirective, UnitValue)],
    timer: [(UnitDirective, UnitValue)] = [], service: [(UnitDirective, UnitValue)] = []
  ) {
    let kind: UnitName.Kind = timer.isEmpty ? .service : .timer
    let unnamed = UnitFile(
      name: UnitName("", kind: kind), unit: unit, timer: timer, service: service)
    self.init(
      name: UnitName(title: title, content: unnamed.text, kind, of: installation), unit: unit,
      timer: timer, service: service)
  }

  /// Makes the timer of a reminder.
  fileprivate init(
    timerOf title: String, of installation: InstallationName,
    _ timer: [(UnitDirective, UnitValue)]
  ) {
    self.init(
      title: title, of: installation,
      unit: [
        (.description, .quotation("Reminder", VisibleText(title))),
        (.partOf, .unit(installation.target)), (.startLimitInterval, .constant("0")),
      ],
      timer: timer)
  }

  /// Makes a timer that starts the service for due reminders; its title is for lists of timers.
  package static func waker(
    title: String, at expressions: [CalendarExpression],
    in installation: InstallationName = .unnamed
  ) -> UnitFile {
    UnitFile(
      timerOf: title, of: installation,
      expressions.map { (.onCalendar, .expression($0)) }
        + [(.accuracy, .constant("1us")), (.unit, .unit(installation.showService))])
  }

  /// Makes the target that starts and stops all timers, and other units that start with them.
  ///
  /// It wants each timer, so only the target must be enabled. It is the only unit whose content
  /// changes with the reminders; this is safe because a target does not fire.
  package static func target(
    of units: [UnitName], in installation: InstallationName = .unnamed
  ) -> UnitFile {
    UnitFile(
      name: installation.target,
      unit: [(.description, .constant("Reminders from calendars"))]
        + units.map { (.wants, .unit($0)) },
      install: [(.wantedBy, .constant("timers.target"))])
  }
}
