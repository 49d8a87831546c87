package import CivilTime
package import ICalendar

/// An occurrence of an event as a calendar store lists it (`EKEvent`).
package struct StoredEvent: Hashable, Sendable {
  /// What it says.
  package var item: StoredItem
  /// When it starts.
  package var start: Instant
  /// When it ends; of days the last second, the start of the last day, or that of the next.
  package var end: Instant
  /// Where it started before it was moved.
  package var original: Instant
  /// Whether it is whole days, in the device's zone.
  package var isAllDay = false
  /// The zone in which it stands in its calendar; nil where it follows the device.
  package var zone: Zone?
  /// Whether it was changed apart from the others.
  package var isDetached = false

  /// Makes an occurrence that follows the device.
  package init(_ item: StoredItem, start: Instant, end: Instant) {
    self.item = item
    self.start = start
    self.end = end
    original = start
  }

  /// A time of the event, as DTSTART writes it.
  ///
  /// - Returns: A day, or a time in the event's zone, in UTC or on the device.
  func time(_ instant: Instant, onDeviceIn deviceZone: Zone) -> CalendarTime {
    if isAllDay {
      return CalendarTime(CivilDateTime(deviceZone.civil(at: instant).date), isDate: true)
    }
    guard let zone else { return CalendarTime(deviceZone.civil(at: instant)) }
    // What is in UTC in the calendar is in GMT for the store; nobody means London by it.
    let isUTC = zone.transitions.isEmpty && zone.initialOffset == 0
    return CalendarTime(zone.civil(at: instant), reference: isUTC ? .utc : .zone(zone))
  }

  /// The day after its last one, for whole days; else its end.
  private func end(onDeviceIn deviceZone: Zone) -> CalendarTime {
    guard isAllDay else { return time(max(start, end), onDeviceIn: deviceZone) }
    let first = deviceZone.civil(at: start).dayNumber
    let last = deviceZone.civil(at: end)
    // Midnight of the first day says that there is no other one; that of a later day ends it.
    let isExclusive = last.time == .midnight && last.dayNumber > first
    let end = max(first, isExclusive ? last.dayNumber - 1 : last.dayNumber) + 1
    return CalendarTime(CivilDateTime(dayNumber: end, time: .midnight), isDate: true)
  }

  /// The occurrence as a component of its own, without rules.
  func component(onDeviceIn deviceZone: Zone) -> CalendarComponent {
    var component = item.component(.event, alarmsFrom: .start)
    component.start = time(start, onDeviceIn: deviceZone)
    component.extent = .until(end(onDeviceIn: deviceZone))
    return component
  }

  /// Whether another occurrence says the same and lasts as long, by the clock or by the seconds.
  func isLike(_ other: StoredEvent, onDeviceIn deviceZone: Zone) -> Bool {
    guard item.comparable == other.item.comparable, isAllDay == other.isAllDay, zone == other.zone
    else { return false }
    let clock = isAllDay ? deviceZone : zone ?? deviceZone
    func onClock(_ event: StoredEvent) -> Int {
      clock.civil(at: event.end).secondsSince1970 - clock.civil(at: event.start).secondsSince1970
    }
    return end - start == other.end - other.start || onClock(self) == onClock(other)
  }
}

extension StoredItem {
  /// What has to be the same for two occurrences to be one component.
  fileprivate var comparable: StoredItem {
    var item = self
    item.modified = nil
    item.rules = []
    return item
  }
}

/// A reminder as a calendar store tells it (`EKReminder`).
package struct StoredReminder: Hashable, Sendable {
  /// What it says.
  package var item: StoredItem
  /// When it starts; nil where it doesn't say.
  package var start: CalendarTime?
  /// When it is due; nil where it never is.
  package var due: CalendarTime?

  /// Makes a reminder that is never due.
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
