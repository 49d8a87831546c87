package import ICalendar

extension QuietChanges {
  /// What quiet hours make of the fires of calendars, from now to the horizon; nil for nothing.
  ///
  /// - Parameters:
  ///   - components: The components of all files.
  ///   - options: The quiet hours, and the window.
  package init?(of components: [CalendarComponent], _ options: CompilerOptions) {
    guard !options.quietHours.isEmpty else { return nil }
    self.init()
    let expansion = Expansion(components, options)
    let changes = expansion.mapReminders { reminder in
      reminder.expansion.quietChanges(of: reminder.alarm, reminder.fires, in: reminder.window)
    }
    for change in changes { self += change }
    guard moved + leftOut > 0 else { return nil }
  }
}
