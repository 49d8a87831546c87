/// The component of one occurrence.
package struct OccurrenceStandIn: Sendable {
  /// Its place among the series' components; nil where none stands for the occurrence alone yet.
  package let place: Int?
  /// The component, an override unless the series has only one occurrence.
  package var component: CalendarComponent

  /// Makes a stand-in.
  package init(place: Int?, component: CalendarComponent) {
    self.place = place
    self.component = component
  }
}
