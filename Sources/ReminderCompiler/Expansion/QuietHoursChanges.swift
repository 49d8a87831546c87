package import ICalendar

/// How many fires quiet hours move or leave out, from now to the horizon.
package struct QuietHoursChanges: Sendable {
  /// How many are due later than they are asked for; equal ones count once.
  package private(set) var moved = 0
  /// How many are left out.
  package private(set) var leftOut = 0

  /// Counts for calendars; nil where there are none.
  ///
  /// - Parameters:
  ///   - components: The components of all files.
  ///   - options: The quiet hours, and the window.
  package init?(of components: [CalendarComponent], _ options: CompilerOptions) {
    guard !options.quietHours.isEmpty else { return nil }
    let expansion = Expansion(components, options)
    for series in expansion.series {
      let changes = series.quietChanges(in: expansion.options.window)
      moved += changes.moved
      leftOut += changes.leftOut
    }
    guard moved + leftOut > 0 else { return nil }
  }
}
