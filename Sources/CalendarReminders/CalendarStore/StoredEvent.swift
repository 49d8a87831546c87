package import CivilTime
import ICalendar

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
  ///
  /// - Parameters:
  ///   - item: What it says.
  ///   - start: When it starts.
  ///   - end: When it ends.
  package init(_ item: StoredItem, start: Instant, end: Instant) {
    self.item = item
    self.start = start
    self.end = end
    original = start
  }

  /// A time of it, as DTSTART and its like write it.
  ///
  /// - Parameters:
  ///   - instant: The time.
  ///   - deviceZone: The device's zone.
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
