internal import ICalendar

extension CalendarScan {
  /// Finds out which components share a UID, and counts the events and to-dos, of which each can
  /// have several components.
  mutating func findNamesakes() {
    // One alone, as in a file of a collection, has no others.
    if components.count > 1 { compareUIDs() }
    countSeries()
  }

  private mutating func compareUIDs() {
    let text = bytes
    var table = UIDTable(capacity: components.count)
    for index in components.indices {
      components[index].namesake = UInt32(index)
      guard let uid = components[index].uid else { continue }
      let first = table.add(uid, number: index) { other in
        guard let known = components[other].uid else { return false }
        return UIDText.areEqual(uid, in: text.span, known, in: text.span)
      }
      components[index].namesake = UInt32(first)
    }
  }

  private mutating func countSeries() {
    var events = SeriesCount(capacity: components.count)
    var toDos = SeriesCount(capacity: components.count)
    for record in components {
      if record.kind == .event {
        events.add(record)
      } else {
        toDos.add(record)
      }
    }
    census.events = events.all
    census.eventsWithoutAlarms = events.silent
    census.toDos = toDos.all
    census.toDosWithoutAlarms = toDos.silent
  }
}

/// A count of the series of one kind, and of those without any alarm.
private struct SeriesCount {
  private enum State { case unknown, silent, alarmed }

  /// What is known of the series of a UID, by the place of the first component with it.
  private var states: [State]
  private(set) var all = 0
  private(set) var silent = 0

  init(capacity: Int) {
    states = Array(repeating: .unknown, count: capacity)
  }

  /// Counts a component.
  mutating func add(_ record: ComponentRecord) {
    let state = states[Int(record.namesake)]
    if state == .unknown {
      all += 1
      silent += record.hasAlarm ? 0 : 1
    } else if state == .silent, record.hasAlarm {
      silent -= 1
    }
    if state != .alarmed { states[Int(record.namesake)] = record.hasAlarm ? .alarmed : .silent }
  }
}
