/// The two units of one reminder text: when it is due, and what is shown.
package struct ReminderUnits: Hashable, Sendable {
  /// The timer.
  package let timer: UnitFile
  /// The service that the timer starts.
  package let service: UnitFile

  /// The target that starts and stops all timers.
  package static let target = UnitFile(
    name: targetName,
    sections: [
      UnitSection(.unit, [(.description, .constant("Reminders from calendars"))]),
      UnitSection(.install, [(.wantedBy, .constant("timers.target"))]),
    ])

  private static let targetName = UnitName("ics2notify", .target)

  /// Makes the units of a notification.
  ///
  /// Their name comes from their content, so that a file never changes under a running timer: after
  /// a change systemd would fire what lies between the last firing and the reload.
  ///
  /// - Parameters:
  ///   - notification: What is shown.
  ///   - expressions: When it is due: the timer's lines, in the order in which they are written.
  ///   - isPersistent: Whether a firing that was missed is made up for at the next start.
  package init(
    _ notification: DesktopNotification, at expressions: [CalendarExpression],
    isPersistent: Bool = false
  ) {
    let title = notification.summary
    func timer(_ name: UnitName, of service: UnitName) -> UnitFile {
      var lines: [(UnitSection.Key, UnitValue)] = expressions.map { (.onCalendar, .expression($0)) }
      // The default of a minute delays, and merges what falls into it.
      lines.append((.accuracy, .constant("1us")))
      if isPersistent { lines.append((.persistent, .constant("yes"))) }
      lines.append((.unit, .unit(service)))
      return UnitFile(
        name: name,
        sections: [
          UnitSection(
            .unit,
            [
              (.description, .quotation("Reminder", VisibleText(title))),
              (.partOf, .unit(ReminderUnits.targetName)),
              (.startLimitInterval, .constant("0")),
            ]),
          UnitSection(.timer, lines),
          UnitSection(.install, [(.wantedBy, .unit(ReminderUnits.targetName))]),
        ])
    }
    func service(_ name: UnitName) -> UnitFile {
      UnitFile(
        name: name,
        sections: [
          UnitSection(
            .unit,
            [
              (.description, .quotation("Notification", VisibleText(title))),
              // Without it the sixth reminder within ten seconds is lost.
              (.startLimitInterval, .constant("0")),
            ]),
          UnitSection(
            .service, [(.type, .constant("oneshot")), (.execStart, notification.command)]),
        ])
    }
    let unnamed = UnitName("", .service)
    let content =
      timer(unnamed, of: unnamed).text + "\0" + service(unnamed).text
    let serviceName = UnitName(title: title, content: content, .service)
    self.timer = timer(UnitName(title: title, content: content, .timer), of: serviceName)
    self.service = service(serviceName)
  }
}
