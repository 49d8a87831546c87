package import CivilTime

/// Where an occurrence starts before an override moves it.
///
/// Ordered by instant. Two occurrences can share one: 02:30 of a day on which the clock skips it,
/// and 03:30.
package struct OriginalStart: Hashable, Comparable, Sendable {
  /// The instant, which RECURRENCE-ID names.
  package let instant: Instant
  /// The time on the wall clock of DTSTART's zone as the rule gives it, also one that is skipped.
  let civil: CivilDateTime

  /// Orders starts by instant, then by the time that was meant.
  package static func < (left: OriginalStart, right: OriginalStart) -> Bool {
    (left.instant, left.civil) < (right.instant, right.civil)
  }
}

extension [OriginalStart] {
  /// Sorts the starts unless they are sorted, and keeps one of equal ones.
  mutating func sortAndDropRepeats() {
    var isAscending = true
    for (index, next) in dropFirst().enumerated() where next <= self[index] {
      isAscending = false
      break
    }
    if isAscending { return }
    sort()
    var kept = 0
    for index in indices where index == 0 || self[index] != self[kept - 1] {
      self[kept] = self[index]
      kept += 1
    }
    removeSubrange(kept...)
  }
}

/// Which start an RDATE or a RECURRENCE-ID names.
extension OccurrenceStarts {
  /// The instant of an RDATE or a RECURRENCE-ID.
  ///
  /// A DATE beside a DTSTART with a time is that local day at DTSTART's time, as EXDATE's is that
  /// local day. A time beside an all-day DTSTART is its day, and an instant at which a day of the
  /// device begins is that day.
  package static func instant(
    of time: CalendarTime, like anchor: CalendarTime, onDeviceIn deviceZone: Zone
  ) -> Instant {
    aligned(time, with: anchor, onDeviceIn: deviceZone).instant(onDeviceIn: deviceZone)
  }

  private static func aligned(
    _ time: CalendarTime, with anchor: CalendarTime, onDeviceIn deviceZone: Zone
  ) -> CalendarTime {
    guard time.isDate != anchor.isDate else { return time }
    var day = time.civil.dayNumber
    if time.reference == .utc, time.civil.time != .midnight {
      day = deviceZone.day(beginningAt: time.instant(onDeviceIn: .gmt)) ?? day
    }
    var aligned = anchor
    aligned.civil = CivilDateTime(dayNumber: day, time: anchor.civil.time)
    return aligned
  }

  /// The start that an RDATE or a RECURRENCE-ID names, its time on the clock of DTSTART's zone.
  static func start(
    at time: CalendarTime, like anchor: CalendarTime, onDeviceIn deviceZone: Zone
  ) -> OriginalStart {
    let time = aligned(time, with: anchor, onDeviceIn: deviceZone)
    let zone = anchor.zone(onDeviceIn: deviceZone)
    let instant = time.instant(onDeviceIn: deviceZone)
    let isOwnClock = time.zone(onDeviceIn: deviceZone) == zone
    return OriginalStart(
      instant: instant, civil: isOwnClock ? time.civil : zone.civil(at: instant))
  }

  /// The original start that a RECURRENCE-ID names.
  ///
  /// Written on another clock it names an instant, and the occurrence there may be one whose time
  /// the clock of the series skips.
  ///
  /// - Parameters:
  ///   - time: The RECURRENCE-ID.
  ///   - deviceZone: The zone of floating and all-day values.
  /// - Returns: The start, also where no occurrence has it.
  func start(namedBy time: CalendarTime, onDeviceIn deviceZone: Zone) -> OriginalStart {
    let start = OccurrenceStarts.start(at: time, like: anchor, onDeviceIn: deviceZone)
    guard zone.instant(of: start.civil) == start.instant, zone.followsGap(start.instant),
      time.isDate == anchor.isDate, time.zone(onDeviceIn: deviceZone) != zone
    else { return start }
    let found = starts(in: start.instant..<start.instant + 1, limit: 1).starts
    return found.first ?? start
  }

  /// The original start that a RECURRENCE-ID names.
  ///
  /// - Parameters:
  ///   - recurrenceID: The RECURRENCE-ID.
  ///   - anchor: DTSTART of the master; nil where there is no master.
  ///   - deviceZone: The zone of floating and all-day values.
  /// - Returns: The same instant, whatever zone it is written in.
  package static func originalStart(
    _ recurrenceID: CalendarComponent.RecurrenceID, like anchor: CalendarTime?,
    onDeviceIn deviceZone: Zone
  ) -> Instant {
    anchor.map { instant(of: recurrenceID.time, like: $0, onDeviceIn: deviceZone) }
      ?? recurrenceID.time.instant(onDeviceIn: deviceZone)
  }
}
