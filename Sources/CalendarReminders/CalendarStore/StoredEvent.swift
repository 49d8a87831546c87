package import CivilTime
package import ICalendar

/// An occurrence of an event in a calendar store (`EKEvent`).
package struct StoredEvent: Hashable, Sendable {
  /// The content.
  package var item: StoredItem
  /// When the occurrence starts.
  package var start: Instant
  /// When the occurrence ends.
  ///
  /// For all-day events, the store may report the last second of the last day, its start, or the
  /// start of the next day.
  package var end: Instant
  /// The original start of a moved occurrence; otherwise the start.
  package var original: Instant
  /// Whether the event is all-day, in the device's zone.
  package var isAllDay = false
  /// The event's time zone; nil if its times are floating.
  package var zone: Zone?
  /// Whether the occurrence was changed separately from its series.
  package var isDetached = false

  /// Makes an occurrence with floating times.
  package init(_ item: StoredItem, start: Instant, end: Instant) {
    self.item = item
    self.start = start
    self.end = end
    original = start
  }

  /// Converts an instant to the form that the event's DTSTART has: a date for all-day events, or a
  /// time in the event's zone, in UTC or floating.
  func time(_ instant: Instant, onDeviceIn deviceZone: Zone) -> CalendarTime {
    if isAllDay {
      return CalendarTime(CivilDateTime(deviceZone.civil(at: instant).date), isDate: true)
    }
    guard let zone else { return CalendarTime(deviceZone.civil(at: instant)) }
    // The store reports UTC times as GMT, which is not meant as London's zone.
    let isUTC = zone.transitions.isEmpty && zone.initialOffset == 0
    return CalendarTime(zone.civil(at: instant), reference: isUTC ? .utc : .zone(zone))
  }

  /// The end of the event.
  ///
  /// All-day events end on the day after their last day (exclusive, as DTEND).
  private func end(onDeviceIn deviceZone: Zone) -> CalendarTime {
    guard isAllDay else { return time(max(start, end), onDeviceIn: deviceZone) }
    let first = deviceZone.civil(at: start).dayNumber
    let last = deviceZone.civil(at: end)
    // Midnight at the start of the first day means a one-day event. A later midnight is exclusive.
    let isExclusive = last.time == .midnight && last.dayNumber > first
    let end = max(first, isExclusive ? last.dayNumber - 1 : last.dayNumber) + 1
    return CalendarTime(CivilDateTime(dayNumber: end, time: .midnight), isDate: true)
  }

  /// Returns the occurrence as a separate component without rules.
  func component(onDeviceIn deviceZone: Zone) -> CalendarComponent {
    var component = item.component(.event, alarmsFrom: .start)
    component.start = time(start, onDeviceIn: deviceZone)
    component.extent = .until(end(onDeviceIn: deviceZone))
    return component
  }

  /// Whether another occurrence has the same content and duration, in local time or in seconds.
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
  /// The fields that must be equal if two occurrences belong to the same component.
  fileprivate var comparable: StoredItem {
    var item = self
    item.modified = nil
    item.rules = []
    return item
  }
}

/// A reminder in a calendar store (`EKReminder`).
package struct StoredReminder: Hashable, Sendable {
  /// The content.
  package var item: StoredItem
  /// When the reminder starts; nil if no start is set.
  package var start: CalendarTime?
  /// When the reminder is due; nil if no due date is set.
  package var due: CalendarTime?

  /// Makes a reminder without a start and a due date.
  package init(_ item: StoredItem) {
    self.item = item
  }

  /// Returns the reminder as a VTODO.
  ///
  /// Alarm offsets and rules are relative to the due date, or to the start if there isn't a due
  /// date. The store lists only the next occurrence of a recurring reminder that is not completed,
  /// so a COUNT starts there.
  func component(onDeviceIn deviceZone: Zone) -> CalendarComponent {
    var item = item
    let anchor = due ?? start
    if let anchor, !item.rules.isEmpty {
      // An absolute alarm moves with each occurrence.
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
      // Only absolute alarms work without a start and a due date.
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

  /// The diagnostics for parts that are left out.
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
