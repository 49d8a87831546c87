/// An event or to-do with all its occurrences: a master and its overrides, under one UID.
package struct EventSeries: Hashable, Sendable {
  /// UID.
  package var uid: String
  /// The master, then the overrides by original start.
  package private(set) var components: [CalendarComponent]
  /// Whether the first component is a master, which carries the recurrence.
  package let hasMaster: Bool
  /// What tells the series from others with its UID; empty for the first of them.
  package var distinction = ""

  /// Makes a series.
  ///
  /// - Parameters:
  ///   - master: The component that carries the recurrence.
  ///   - overrides: Components with a RECURRENCE-ID.
  package init(master: CalendarComponent, overrides: [CalendarComponent] = []) {
    uid = master.uid
    components = [master]
    components += overrides
    hasMaster = true
  }

  /// Makes a series of which only overrides are known.
  package init(orphans: [CalendarComponent], uid: String) {
    self.uid = uid
    components = orphans
    hasMaster = false
  }

  /// The component that carries the recurrence; nil where only overrides are known.
  package var master: CalendarComponent? { hasMaster ? components[0] : nil }

  /// The overrides, by original start.
  package var overrides: ArraySlice<CalendarComponent> { components[firstOverride...] }

  /// The place of the first override among the components.
  package var firstOverride: Int { hasMaster ? 1 : 0 }

  /// Whether what occurrences of a component count from is DUE, since it has no start, nor has what
  /// it overrides.
  func countsFromDue(_ index: Int) -> Bool {
    guard components[index].kind == .toDo, components[index].start == nil else { return false }
    if case .until = components[index].extent { return true }
    return hasMaster && index > 0 && countsFromDue(0)
  }

  /// The series with each of its components changed.
  package func mapComponents(
    _ transform: (CalendarComponent) -> CalendarComponent
  ) -> EventSeries {
    var series = self
    series.components = components.map(transform)
    return series
  }

  /// The number of alarms of the component that has most.
  package var alarmCount: Int {
    components.indices.reduce(0) { max($0, components[$1].alarms.count) }
  }
}

extension EventSeries {
  /// Puts the component of one occurrence into its place.
  package mutating func set(_ standIn: OccurrenceStandIn) {
    if let place = standIn.place {
      components[place] = standIn.component
    } else {
      components.append(standIn.component)
    }
  }
}

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
