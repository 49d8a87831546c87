package import CivilTime
package import ICalendar

/// One fire of a reminder beside the occurrence that it announces, on the clocks they are read on.
package struct Moment: Hashable, Sendable {
  /// What an occurrence is, and what of it is spoken of.
  ///
  /// A to-do that has a start and is never due is ``timed`` or ``allDay``, of no length.
  package enum Kind: String, Codable, Hashable, Sendable {
    /// An event with times of day.
    case timed
    /// An event of whole days; its end is exclusive, as DTEND is.
    case allDay
    /// A to-do with a time that it is due at: its end.
    case due
    /// A to-do with a day that it is due on: the one its end lies on.
    case dueDate
  }

  /// What the occurrence is.
  package let kind: Kind
  /// When the reminder fires.
  package let fire: Instant
  /// When the occurrence starts; of whole days the midnight of the first one on the device.
  package let start: Instant
  /// When it ends, or when a to-do is due; the start where nothing says how long it takes.
  package let end: Instant
  /// The device's zone.
  package let deviceZone: Zone
  /// The zone that the event's times are written in, of no meaning for whole days; nil if floating.
  package let ownZone: Zone?

  /// The fire on the device's clock.
  package let fireOnDevice: CivilDateTime
  /// The start on the device's clock.
  package let startOnDevice: CivilDateTime
  /// The end on the device's clock.
  package let endOnDevice: CivilDateTime
  /// The start on the event's own clock.
  package let startOnOwnClock: CivilDateTime
  /// The end on the event's own clock.
  package let endOnOwnClock: CivilDateTime

  /// Reads the clocks.
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

  /// Whether days are spoken of, and no times.
  package var isWholeDays: Bool { kind == .allDay || kind == .dueDate }

  /// Whether what is spoken of is when a to-do is due.
  package var isDue: Bool { kind == .due || kind == .dueDate }

  /// What is spoken of: the start, or when a to-do is due.
  package var point: Instant { isDue ? end : start }

  /// What is spoken of, on the device's clock.
  package var pointOnDevice: CivilDateTime { isDue ? endOnDevice : startOnDevice }

  /// What is spoken of, on the event's own clock.
  package var pointOnOwnClock: CivilDateTime { isDue ? endOnOwnClock : startOnOwnClock }

  /// Days from the fire's to that of what is spoken of, on the device's clock.
  package var daysAhead: Int { pointOnDevice.dayNumber - fireOnDevice.dayNumber }

  /// The last day of whole days, as days since 1970-01-01.
  package var lastDay: Int {
    kind == .allDay
      ? max(startOnDevice.dayNumber, endOnDevice.dayNumber - 1) : endOnDevice.dayNumber
  }

  /// Whether the device's clock and the event's own show different times; of no meaning for whole
  /// days.
  package var clocksDiffer: Bool { pointOnDevice != pointOnOwnClock }
}

extension Moment {
  /// A fire and the occurrence that it reminds of; nil for one without any time.
  package init?(_ occurrence: Occurrence, fire: Instant, _ deviceZone: Zone) {
    guard let start = occurrence.start ?? occurrence.end else { return nil }
    let isDue = occurrence.kind == .toDo && occurrence.end != nil
    self.init(
      occurrence.isAllDay ? (isDue ? .dueDate : .allDay) : (isDue ? .due : .timed), fire: fire,
      start: start, end: occurrence.end ?? start, deviceZone: deviceZone,
      ownZone: occurrence.namesZone ? occurrence.zone : nil)
  }
}

/// From when to when an occurrence lasts, as far as times of day can say it.
struct ClockRange: Hashable {
  let start: TimeOfDay
  /// When it ends; nil where nobody could tell the end from the two times.
  ///
  /// An end that is later in the day is the same day's, an earlier one the next day's. No other
  /// can be told: none where there is no length; none a whole day or more later, by the clock
  /// rather than by the time that passes, since 23:00-23:30 is half an hour to any reader; none
  /// that a clock put back shows before the start on the start's own day.
  let end: TimeOfDay?

  /// Reads both times.
  init(_ start: CivilDateTime, _ end: CivilDateTime) {
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
