package import CivilTime
package import ICalendar

/// A fire with its occurrence, on the clocks of the device and of the event.
package struct Moment: Hashable, Sendable {
  /// The kind of occurrence, which determines the point that texts are about.
  ///
  /// A to-do with a start but without a due time is ``timed`` or ``allDay`` and has no length.
  package enum Kind: String, Codable, Hashable, Sendable {
    /// An event with times of day.
    ///
    /// The point is its start.
    case timed
    /// An all-day event.
    ///
    /// The point is its start, and its end is exclusive, as in DTEND.
    case allDay
    /// A to-do with a due time.
    ///
    /// The point is its end.
    case due
    /// A to-do with a due date.
    ///
    /// The point is its end, which is on that date.
    case dueDate
  }

  package let kind: Kind
  package let fire: Instant
  /// The start of the occurrence.
  ///
  /// For all-day occurrences, it is midnight of the first day on the device.
  package let start: Instant
  /// The end, or the due time of a to-do; the start if the length is unknown.
  package let end: Instant
  package let deviceZone: Zone
  /// The time zone of the event's times; nil if they are floating.
  ///
  /// It does not apply to all-day occurrences.
  package let ownZone: Zone?

  package let fireOnDevice: CivilDateTime
  package let startOnDevice: CivilDateTime
  package let endOnDevice: CivilDateTime
  package let startOnOwnClock: CivilDateTime
  package let endOnOwnClock: CivilDateTime

  package init(
    _ kind: Kind, fire: Instant, start: Instant, end: Instant, deviceZone: Zone, ownZone: Zone?
  ) {
    self.kind = kind
    self.fire = fire
    self.deviceZone = deviceZone
    self.ownZone = ownZone
    self.start = start
    self.end = end
    fireOnDevice = deviceZone.civil(at: fire)
    startOnDevice = deviceZone.civil(at: start)
    endOnDevice = end == start ? startOnDevice : deviceZone.civil(at: end)
    if let ownZone, ownZone !== deviceZone {
      startOnOwnClock = ownZone.civil(at: start)
      endOnOwnClock = end == start ? startOnOwnClock : ownZone.civil(at: end)
    } else {
      startOnOwnClock = startOnDevice
      endOnOwnClock = endOnDevice
    }
  }

  /// Whether texts show days and no times.
  package var isWholeDays: Bool { kind == .allDay || kind == .dueDate }

  /// Whether the point is the due time of a to-do.
  package var isDue: Bool { kind == .due || kind == .dueDate }

  /// The point that texts are about: the start, or the due time of a to-do.
  package var point: Instant { isDue ? end : start }

  package var pointOnDevice: CivilDateTime { isDue ? endOnDevice : startOnDevice }

  package var pointOnOwnClock: CivilDateTime { isDue ? endOnOwnClock : startOnOwnClock }

  /// The number of days from the fire to the point, on the device's clock.
  package var daysAhead: Int { pointOnDevice.dayNumber - fireOnDevice.dayNumber }

  /// The last day of an all-day occurrence, as days since 1970-01-01.
  package var lastDay: Int {
    kind == .allDay
      ? max(startOnDevice.dayNumber, endOnDevice.dayNumber - 1) : endOnDevice.dayNumber
  }

  /// Whether the device's clock and the event's own clock show different times.
  ///
  /// It does not apply to all-day occurrences.
  package var clocksDiffer: Bool { pointOnDevice != pointOnOwnClock }
}

extension Moment {
  /// Makes the moment of a fire and its occurrence; nil if the occurrence has neither start nor
  /// end.
  package init?(_ occurrence: Occurrence, fire: Instant, onDeviceIn deviceZone: Zone) {
    guard let start = occurrence.start ?? occurrence.end else { return nil }
    let isDue = occurrence.kind == .toDo && occurrence.end != nil
    self.init(
      occurrence.isAllDay ? (isDue ? .dueDate : .allDay) : (isDue ? .due : .timed), fire: fire,
      start: start, end: occurrence.end ?? start, deviceZone: deviceZone,
      ownZone: occurrence.namesZone ? occurrence.zone : nil)
  }
}

/// The start and end of an occurrence as times of day, if these are unambiguous.
package struct ClockRange: Hashable {
  package let start: TimeOfDay
  /// The end; nil if the two times would be misread.
  ///
  /// Readers take a later time of day as the same day's, and an earlier one as the next day's. So
  /// the end is nil without a length, and if it is a day or more later on the clock. It is also nil
  /// if the clock goes back, so that it shows an earlier time at the end than at the start. Elapsed
  /// time does not count, because readers take 23:00-23:30 as half an hour.
  package let end: TimeOfDay?

  package init(from start: CivilDateTime, to end: CivilDateTime) {
    self.start = start.time
    let canBeTold =
      switch end.dayNumber - start.dayNumber {
      case 0: end.time > start.time
      case 1: end.time < start.time
      default: false
      }
    self.end = canBeTold ? end.time : nil
  }
}
