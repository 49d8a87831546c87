import CivilTime
package import ICalendar

/// A reminder as a calendar store tells it (`EKReminder`).
package struct StoredReminder: Hashable, Sendable {
  /// What it says.
  package var item: StoredItem
  /// When it starts; nil where it doesn't say.
  package var start: CalendarTime?
  /// When it is due; nil where it never is.
  package var due: CalendarTime?

  /// Makes a reminder that is never due.
  ///
  /// - Parameter item: What it says.
  package init(_ item: StoredItem) {
    self.item = item
  }

  /// The reminder as a to-do.
  ///
  /// Offsets and rules count from when it is due, or from its start where it never is. The store
  /// lists one occurrence of a reminder that recurs, the next one that isn't done: a number of
  /// occurrences counts from there.
  func component(onDeviceIn deviceZone: Zone) -> CalendarComponent {
    var item = item
    let anchor = due ?? start
    if let anchor, !item.rules.isEmpty {
      // Its alarm at an instant goes with it from one occurrence to the next.
      let instant = anchor.instant(onDeviceIn: deviceZone)
      for index in item.alarms.indices {
        guard let absolute = item.alarms[index].absolute else { continue }
        item.alarms[index].absolute = nil
        item.alarms[index].offset = Double(absolute - instant)
      }
    }
    var component = item.component(.toDo, alarmsFrom: due == nil ? .start : .end)
    if let due {
      component.extent = .until(due)
    } else if let start {
      component.start = start
    } else {
      // An alarm at an instant needs nothing to count from; others have nothing.
      component.alarms = component.alarms.map { alarm in
        if case .absolute = alarm?.trigger { alarm } else { nil }
      }
    }
    if let anchor {
      component.rules = item.rules.compactMap {
        $0.rule(from: anchor, upTo: nil, onDeviceIn: deviceZone)
      }
    }
    return component
  }

  /// What is left out of it.
  var diagnostics: [Diagnostic] {
    let isLost =
      start == nil && due == nil
      && item.alarms.contains { $0.absolute == nil && !$0.isByPlace }
    return item.diagnostics
      + (isLost
        ? [
          Diagnostic(
            .startMissing(component: "VTODO").stating("the to-do is skipped"), uid: item.uid)
        ] : [])
  }
}
