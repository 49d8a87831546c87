/// An event or to-do with all its occurrences: a master and its overrides, under one UID.
package struct EventSeries: Hashable, Sendable {
  /// UID.
  package var uid: String
  /// The component that carries the recurrence; nil where only overrides are known.
  package var master: CalendarComponent?
  /// The overrides, by original start.
  package var overrides: [CalendarComponent]
  /// What tells the series from others with its UID; empty for the first of them.
  package var distinction = ""
  /// Whether there are others with its UID: what they ask for too is due once.
  package var hasNamesakes = false

  /// Makes a series.
  ///
  /// - Parameters:
  ///   - master: The component that carries the recurrence.
  ///   - overrides: Components with a RECURRENCE-ID.
  package init(master: CalendarComponent, overrides: [CalendarComponent] = []) {
    uid = master.uid
    self.master = master
    self.overrides = overrides
  }

  /// Makes a series of which only overrides are known.
  package init(orphans: [CalendarComponent], uid: String) {
    self.uid = uid
    overrides = orphans
  }

  /// The master, then the overrides.
  package var components: [CalendarComponent] { (master.map { [$0] } ?? []) + overrides }

  /// The number of alarms of the component that has most.
  package var alarmCount: Int {
    // Asked for each fire that is listed: no array is made.
    overrides.reduce(master?.alarms.count ?? 0) { max($0, $1.alarms.count) }
  }
}
