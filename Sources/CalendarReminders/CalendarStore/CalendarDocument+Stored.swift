package import CivilTime
package import ICalendar

extension CalendarDocument {
  /// What a calendar store lists, by the name that stands for a file's.
  static let storeName = "<calendar store>"

  /// Makes the components of the occurrences of events.
  ///
  /// - Parameters:
  ///   - events: The occurrences, in any order.
  ///   - window: What the list is complete for.
  ///   - deviceZone: The device's zone.
  package init(_ events: [StoredEvent], in window: Range<Instant>, onDeviceIn deviceZone: Zone) {
    self.init(file: CalendarDocument.storeName)
    var groups: [[StoredEvent]] = []
    var places: [[String]: Int] = [:]
    for event in events {
      let key = [event.item.calendar, event.item.uid]
      if let place = places[key] {
        groups[place].append(event)
      } else {
        places[key] = groups.count
        groups.append([event])
      }
    }
    for group in groups {
      let series = StoredSeries(group, in: window, onDeviceIn: deviceZone)
      components += series.components
      diagnostics += series.diagnostics
    }
    census.events = groups.count
    census.eventsWithoutAlarms = groups.count { $0.allSatisfy(\.item.alarms.isEmpty) }
    count()
  }

  /// Makes the components of reminders.
  ///
  /// - Parameters:
  ///   - reminders: The reminders, in any order.
  ///   - deviceZone: The device's zone.
  package init(_ reminders: [StoredReminder], onDeviceIn deviceZone: Zone) {
    self.init(file: CalendarDocument.storeName)
    components = reminders.map { $0.component(onDeviceIn: deviceZone) }
    diagnostics = reminders.flatMap(\.diagnostics)
    census.toDos = reminders.count
    census.toDosWithoutAlarms = reminders.count(where: \.item.alarms.isEmpty)
    count()
  }

  private mutating func count() {
    census.components = components.count
    census.componentsWithoutAlarms = components.count(where: \.alarms.isEmpty)
  }
}
