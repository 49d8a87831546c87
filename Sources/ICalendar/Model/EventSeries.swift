/// An event or to-do with all its occurrences: a master and its overrides, with the same UID.
package struct EventSeries: Hashable, Sendable {
  package var uid: String
  /// The master, then the overrides in the order of their original starts.
  package private(set) var components: [CalendarComponent]
  /// Whether the first component is a master, which has the recurrence.
  package let hasMaster: Bool
  /// A text that distinguishes the series from others with its UID; empty for the first of them.
  package var distinction = ""
  /// The sources that have the same series, with equal components.
  package internal(set) var sourcesOfCopies: Set<String> = []

  package init(master: CalendarComponent, overrides: [CalendarComponent] = []) {
    uid = master.uid
    components = [master]
    components += overrides
    hasMaster = true
  }

  package init(orphans: [CalendarComponent], uid: String) {
    self.uid = uid
    components = orphans
    hasMaster = false
  }

  /// The source of its components, and those of its copies.
  package var sources: Set<String> { sourcesOfCopies.union([components[0].source]) }

  /// The component with the recurrence; nil if the series consists only of overrides.
  package var master: CalendarComponent? { hasMaster ? components[0] : nil }

  /// The overrides, in the order of their original starts.
  package var overrides: ArraySlice<CalendarComponent> { components[firstOverride...] }

  package var firstOverride: Int { hasMaster ? 1 : 0 }

  /// Whether a component's occurrences are relative to DUE, because neither the component nor its
  /// master has a start.
  func countsFromDue(_ index: Int) -> Bool {
    guard components[index].kind == .toDo, components[index].start == nil else { return false }
    if case .until = components[index].extent { return true }
    return hasMaster && index > 0 && countsFromDue(0)
  }

  package func mapComponents(
    _ transform: (CalendarComponent) -> CalendarComponent
  ) -> EventSeries {
    var series = self
    series.components = components.map(transform)
    return series
  }

  /// The largest number of alarms of any component.
  package var alarmCount: Int {
    components.indices.reduce(0) { max($0, components[$1].alarms.count) }
  }
}

extension EventSeries {
  /// Sets the component of one occurrence.
  package mutating func set(_ occurrenceComponent: OccurrenceComponent) {
    if let place = occurrenceComponent.place {
      components[place] = occurrenceComponent.component
    } else {
      components.append(occurrenceComponent.component)
    }
  }
}

/// A component that represents a single occurrence.
package struct OccurrenceComponent: Sendable {
  /// The index of the component in the series; nil if the occurrence doesn't have its own component
  /// yet.
  package let place: Int?
  /// The component, an override unless the series has only one occurrence.
  package var component: CalendarComponent

  package init(place: Int?, component: CalendarComponent) {
    self.place = place
    self.component = component
  }
}
