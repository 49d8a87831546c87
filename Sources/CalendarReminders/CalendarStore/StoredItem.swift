package import CivilTime
import ICalendar

/// What the items of a calendar store have in common (`EKCalendarItem`).
package struct StoredItem: Hashable, Sendable {
  /// What the server calls it: the same for all occurrences.
  package var uid: String
  /// What its calendar is called by the store: an item in two calendars is two.
  package var calendar = ""
  /// What the calendar is called for people.
  package var calendarName = ""
  /// What it is called.
  package var title = ""
  /// Where it is.
  package var place = ""
  /// Its notes.
  package var details = ""
  /// Its link.
  package var url: String?
  /// When it was changed last.
  package var modified: Instant?
  /// Whether it is cancelled, or done.
  package var isSilent = false
  /// PRIORITY, from 1 for the highest to 9; 0 for none.
  package var priority = 0
  /// Its alarms.
  package var alarms: [StoredAlarm] = []
  /// The rules by which it recurs.
  package var rules: [StoredRule] = []

  /// Makes an item that says nothing.
  ///
  /// - Parameter uid: What the server calls it.
  package init(uid: String) {
    self.uid = uid
  }

  /// A component that says what the item says, at no time yet.
  ///
  /// - Parameters:
  ///   - kind: What it is.
  ///   - anchor: What its alarms count from.
  /// - Returns: A component without start, end and rules.
  func component(_ kind: CalendarComponent.Kind, alarmsFrom anchor: Alarm.Anchor)
    -> CalendarComponent
  {
    var component = CalendarComponent(kind, uid: uid)
    component.source = calendar
    component.calendarName = calendarName
    component.title = title
    component.place = place
    component.details = details
    component.url = url
    component.modified = modified
    component.isSilent = isSilent
    component.priority = (0...9).contains(priority) ? priority : 0
    // One that can't be compiled keeps its place: the others are named by theirs.
    component.alarms = alarms.map { $0.alarm(from: anchor) }
    return component
  }

  /// What is left out of the item, whatever its times.
  var diagnostics: [Diagnostic] {
    let places = alarms.filter(\.isByPlace).map { _ in
      Diagnostic(.proximityUnsupported, uid: uid)
    }
    return places + rules.compactMap(\.finding).map { Diagnostic($0, uid: uid) }
  }
}
