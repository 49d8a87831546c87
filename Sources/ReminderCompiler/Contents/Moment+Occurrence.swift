package import CivilTime
package import ICalendar

extension Moment {
  /// A fire and the occurrence that it reminds of; nil for one without any time.
  package init?(_ occurrence: Occurrence, fire: Instant, _ deviceZone: Zone) {
    guard let start = occurrence.start ?? occurrence.end else { return nil }
    let isDue = occurrence.kind == .toDo && occurrence.end != nil
    self.init(
      occurrence.isAllDay ? (isDue ? .dueDate : .allDay) : (isDue ? .due : .timed), fire: fire,
      start: start, end: occurrence.end ?? start, deviceZone: deviceZone,
      ownZone: occurrence.namesZone ? occurrence.zone : nil)
  }
}
