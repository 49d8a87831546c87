package import CivilTime
package import ICalendar

extension CalendarComponent {
  /// Returns the alarm at an index; nil for an invalid index and for an alarm that never fires.
  package func alarm(at place: Int?) -> Alarm? {
    place.flatMap { alarms.indices.contains($0) ? alarms[$0] : nil }
  }
}

extension Alarm {
  /// Makes a default alarm at a time of day, on the first day of an all-day event or on the day on
  /// which a to-do is due.
  ///
  /// A wall-clock time is not a duration from midnight on days with clock changes. The day's own
  /// zone converts it.
  package init(at time: TimeOfDay, onDayOf component: CalendarComponent) {
    self.init(.timeOfDay(time, of: component.pointOfAlarms))
  }

  /// Makes a default alarm at a distance from the start of a component, or from the due time of a
  /// to-do.
  package init(_ distance: CalendarDuration, from component: CalendarComponent) {
    self.init(.relative(distance, to: component.pointOfAlarms))
  }
}
